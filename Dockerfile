# syntax=docker/dockerfile:1
# Two stages, so that the image contains neither npm's caches nor development tools.

# A tag moves with every release of Node and Debian. To pin one build, give its digest:
# --build-arg NODE_IMAGE=node:24-slim@sha256:… (docs/operations.md, Container).
ARG NODE_IMAGE=node:24-slim

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The workspaces' folders are not there yet, so npm leaves out what only they need.
# Not `npm ci`: it requires every platform's optional binaries. npm install respects the lock file too.
# No install scripts: no production dependency needs one.
RUN npm install --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY cli ./cli
COPY client ./client
COPY shared ./shared
COPY rooms ./rooms
COPY server ./server
COPY web ./web
# Backup, verification and replay are run by hand inside the container.
COPY tools ./tools
# The web client is built here: the first start finds it in its cache.
RUN node web/build/main.ts
# The program belongs to root and the server runs as `node`: it can write to /data and nowhere else.
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 2567
LABEL org.opencontainers.image.title=quayside
# Unhealthy: accepts no players (docs/operations.md says how to restart such a container).
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 2567}/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is process 1, so SIGTERM reaches it. The server needs no build: Node runs TypeScript directly.
CMD ["node", "--max-semi-space-size=32", "server/start.mjs"]
