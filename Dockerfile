# Slim, non-root, and content with a read-only root: everything it writes goes to data/var.
#   docker build -t arbitre .
#   docker run --read-only --tmpfs /tmp -v arbitre:/arbitre/data/var -e DISCORD_TOKEN=... arbitre
FROM python:3.11-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
WORKDIR /arbitre

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --require-hashes -r requirements/run.txt

COPY bot bot
COPY cogs cogs
COPY data data
RUN useradd --system --uid 10001 arbitre && mkdir -p data/var && chown arbitre data/var

USER arbitre
VOLUME /arbitre/data/var
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot", "run"]
