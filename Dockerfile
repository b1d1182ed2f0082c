# The server runs TypeScript without a build step; only the client is built.
FROM node:24-bookworm-slim AS base
WORKDIR /app
ENV CI=1
RUN npm install --global --no-audit --no-fund pnpm@12
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY shared/package.json shared/
COPY server/package.json server/
COPY client/package.json client/
COPY e2e/package.json e2e/
COPY drills/package.json drills/
COPY load/package.json load/
COPY testkit/package.json testkit/

FROM base AS client
RUN pnpm install --frozen-lockfile --filter '@copup/client...'
COPY tsconfig.base.json ./
COPY shared shared
COPY client client
RUN cd client && node node_modules/vite/bin/vite.js build

FROM base AS dependencies
RUN pnpm install --frozen-lockfile --prod --filter-prod '@copup/server...' --filter-prod '@copup/load...'

FROM node:24-bookworm-slim AS server
WORKDIR /app
# A container's own interface is reached through the ports that it publishes.
ENV NODE_ENV=production HOST=0.0.0.0
COPY package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=dependencies /app/server/node_modules server/node_modules
COPY --from=dependencies /app/shared/node_modules shared/node_modules
COPY shared/package.json shared/
COPY shared/src shared/src
COPY server/package.json server/
COPY server/src server/src
# The simulated players of dry runs.
COPY --from=dependencies /app/load/node_modules load/node_modules
COPY --from=dependencies /app/testkit/node_modules testkit/node_modules
COPY load/package.json load/
COPY load/src load/src
COPY testkit/package.json testkit/
COPY testkit/src testkit/src
COPY migrations migrations
COPY deploy deploy
COPY --from=client /app/client/dist client/dist

# PostgreSQL's programs, to restore a copy, beside the server's, to audit it.
FROM postgres:17-bookworm AS backup
COPY --from=server /usr/local/bin/node /usr/local/bin/node
COPY --from=server /app /app
WORKDIR /app
RUN mkdir -p /backup/wal && chown -R postgres:postgres /backup
USER postgres
VOLUME /backup

FROM server
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "server/src/main.ts"]
