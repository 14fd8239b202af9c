# Slim, non-root, and content with a read-only root: everything it writes goes to data/var. deploy/compose.yaml runs it so.
#   docker build -t arbitre .
#   docker run --read-only --tmpfs /tmp -v arbitre:/arbitre/data/var -e DISCORD_TOKEN=... arbitre

# The package, built with pinned tools that the bot does not need.
FROM python:3.11-slim AS build
WORKDIR /source
COPY requirements/build.txt requirements/build.txt
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/build.txt
COPY pyproject.toml pyproject.toml
COPY README.md README.md
COPY LICENSE LICENSE
COPY requirements/run.txt requirements/run.txt
COPY bot bot
COPY cogs cogs
COPY data data
RUN pip wheel --no-cache-dir --disable-pip-version-check --no-index --no-deps --no-build-isolation --wheel-dir dist .

FROM python:3.11-slim
# The port is the container's own loopback: for the health check below, and for nobody outside.
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 ARBITRE_DATABASE=data/var/arbitre.sqlite3 ARBITRE_METRICS_PORT=9464
WORKDIR /arbitre

COPY requirements/run.txt requirements/run.txt
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/run.txt
COPY --from=build /source/dist dist
RUN pip install --no-cache-dir --disable-pip-version-check --no-index --no-deps dist/arbitre-*.whl

# The base image comes without compiled modules, and on a read-only root none is ever kept: without these, each health check
# would compile what it imports, five times its work. What pip installs it compiles itself.
RUN python -m compileall -q -x site-packages /usr/local/lib/python3.11 \
    && useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin arbitre \
    && mkdir -p data/var \
    && chown arbitre data/var

USER arbitre
VOLUME /arbitre/data/var
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=15s --start-period=60s --retries=3 CMD ["python", "-m", "bot", "health"]
CMD ["python", "-m", "bot", "run"]
