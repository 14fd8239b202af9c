# Slim, non-root, and content with a read-only root: everything it writes goes to data/var. deploy/compose.yaml runs it so.
#   docker build -t arbitre .
#   docker run --read-only --tmpfs /tmp -v arbitre:/arbitre/data/var -e DISCORD_TOKEN=... arbitre
FROM python:3.11-slim

# The port is the container's own loopback: for the health check below, and for nobody outside.
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 ARBITRE_METRICS_PORT=9464
WORKDIR /arbitre

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/run.txt

COPY bot bot
COPY cogs cogs
COPY data data
# The base image comes without compiled modules, and on a read-only root none is ever kept: without these, each health check
# would compile what it imports, five times its work.
RUN python -m compileall -q -x site-packages /usr/local/lib/python3.11 bot cogs \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin arbitre \
    && mkdir -p data/var \
    && chown arbitre data/var

USER arbitre
VOLUME /arbitre/data/var
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot", "run"]
