import type { Server } from 'node:http';
import { parse } from 'node:querystring';
import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { buildFeatures } from './build-features.ts';
import type { Deps } from './deps.ts';
import type { Feature, SubjectFeature } from './feature.ts';
import { affiliates } from './features/affiliates/index.ts';
import { approvals } from './features/approvals/index.ts';
import { auctions } from './features/auctions/index.ts';
import { auditLog } from './features/audit-log/index.ts';
import { bets } from './features/bets/index.ts';
import { cardPayments } from './features/card-payments/index.ts';
import { confirmIdentity } from './features/confirm-identity/index.ts';
import { content } from './features/content/index.ts';
import { contests } from './features/contests/index.ts';
import { fairness } from './features/fairness/index.ts';
import { heists } from './features/heists/index.ts';
import { itemTimelines } from './features/item-timelines/index.ts';
import { jobsAdmin } from './features/jobs-admin/index.ts';
import { listExport } from './features/list-export/index.ts';
import { liveMetrics } from './features/live-metrics/index.ts';
import { loadTests } from './features/load-tests/index.ts';
import { cart, heistOrders, orders } from './features/orders/index.ts';
import { overview } from './features/overview/index.ts';
import { payouts } from './features/payouts/index.ts';
import { pin } from './features/pin/index.ts';
import { playLimits } from './features/play-limits/index.ts';
import { profile } from './features/profile/index.ts';
import { providerWebhook } from './features/provider-webhook/index.ts';
import { push } from './features/push/index.ts';
import { receipts } from './features/receipts/index.ts';
import { reconciliation } from './features/reconciliation/index.ts';
import { rewards } from './features/rewards/index.ts';
import { roomTrace } from './features/room-trace/index.ts';
import { search } from './features/search/index.ts';
import { secondFactor } from './features/second-factor/index.ts';
import { sends } from './features/sends/index.ts';
import { settingsAdmin } from './features/settings-admin/index.ts';
import { shop } from './features/shop/index.ts';
import { signIn } from './features/sign-in/index.ts';
import { spin } from './features/spin/index.ts';
import { suspensions } from './features/suspensions/index.ts';
import { tasks } from './features/tasks/index.ts';
import { ledgerBrowser, timeline } from './features/timeline/index.ts';
import { today } from './features/today/index.ts';
import { trades } from './features/trades/index.ts';
import { usersAdmin } from './features/users-admin/index.ts';
import { welcome } from './features/welcome/index.ts';
import { defineHousekeeping } from './housekeeping.ts';
import { devMailRoutes } from './mail/dev-mail.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { createMetrics } from './ops/registry.ts';
import { createStoredFacts } from './ops/stored-facts.ts';
import { auth, tokens } from './plugins/auth.ts';
import { devGallery } from './plugins/dev-gallery.ts';
import { docs } from './plugins/docs.ts';
import { errors, sendRefusal, toRefusal } from './plugins/errors.ts';
import { health } from './plugins/health.ts';
import { jsonBody } from './plugins/json-body.ts';
import { metrics } from './plugins/metrics.ts';
import { notFound } from './plugins/not-found.ts';
import { answerParserError, createRequestIds, isSocketUpgrade, protocol } from './plugins/protocol.ts';
import { replyInTimePlugin } from './plugins/reply-in-time.ts';
import { replySerializer } from './plugins/reply-serializer.ts';
import { createRequestLog } from './plugins/request-log.ts';
import { security } from './plugins/security.ts';
import { silentConnections } from './plugins/silent-connections.ts';
import { socketCalls } from './plugins/socket-calls.ts';
import { traceRequests } from './plugins/trace-requests.ts';
import { findWebApp, servePage, webApp } from './plugins/web-app.ts';
import { findViewer } from './sessions/find-viewer.ts';
import { uploadsRoutes } from './uploads/uploads.routes.ts';

const subjectFeatures: Readonly<Record<SubjectKindName, SubjectFeature>> = {
  auction: auctions,
  contest: contests,
  heist: heists,
};

/** Every feature of the product, in the order of the API's documentation. */
export const features: readonly Feature[] = [
  signIn,
  confirmIdentity,
  profile,
  pin,
  sends,
  timeline,
  today,
  content,
  ...Object.values(subjectFeatures),
  spin,
  bets,
  affiliates,
  fairness,
  cart,
  orders,
  heistOrders,
  shop,
  cardPayments,
  providerWebhook,
  payouts,
  trades,
  reconciliation,
  tasks,
  playLimits,
  welcome,
  push,
  receipts,
  usersAdmin,
  suspensions,
  approvals,
  rewards,
  secondFactor,
  settingsAdmin,
  itemTimelines,
  ledgerBrowser,
  overview,
  search,
  jobsAdmin,
  listExport,
  auditLog,
  liveMetrics,
  roomTrace,
  loadTests,
];

const BODY_LIMIT = 64 * 1024;

/** Parses a query; an empty value counts as missing, as a form sends it for a field without a choice (R1). */
function parseQuery(text: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parse(text)).filter(([, value]) => value !== ''));
}

/** What Fastify does before a route, and the limits for clients that send slowly or not at all. */
function serverOptions({ log, config }: Pick<Deps, 'log' | 'config'>): FastifyHttpOptions<Server> {
  const { trustProxy: hops } = config;
  return {
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: createRequestLog,
    genReqId: createRequestIds(),
    requestIdHeader: false,
    // Without a proxy the address is the connection's, and no header is read.
    trustProxy: hops === 0 ? false : typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    bodyLimit: BODY_LIMIT,
    // A URL that cannot be decoded never reaches a route.
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply, toRefusal(error));
    },
    // Limits for clients that send slowly or not at all; longer than the keep-alive of common proxies.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Own hooks refuse both, with the error format of the API.
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      shouldUpgradeCallback: isSocketUpgrade,
      // A handshake that is never completed holds its connection at most for this time plus one check interval.
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: answerParserError,
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: true, querystringParser: parseQuery },
  };
}

/**
 * Assembles a server: hooks for every request, features, rooms, docs and the built client. `further` are features that
 * a test adds.
 */
export async function buildApp(deps: Deps, further: readonly Feature[] = []): Promise<FastifyInstance> {
  const { config } = deps;
  const app = Fastify(serverOptions(deps));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(replySerializer);
  if (deps.log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      request.log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
      done();
    });
  }

  const parts = buildFeatures(deps, [...features, ...further]);
  const folder = findWebApp();
  await app.register(protocol, deps);
  await app.register(tokens, deps);
  await app.register(errors);
  await app.register(silentConnections);
  await app.register(notFound, { servePage: folder === undefined ? undefined : servePage });
  await app.register(security, config);
  await app.register(jsonBody);
  await app.register(docs, {
    publicUrl: config.publicUrl,
    ...(config.isProduction && {
      mayReadConsole: async (request) => (await findViewer(deps, request))?.role === 1,
    }),
  });
  const facts = createStoredFacts({
    ...deps,
    queues: Object.assign({}, ...parts.map(({ queues }) => queues)),
    jobs: parts.flatMap(({ jobs }) => jobs ?? []),
  });
  const measured = createMetrics({ ...deps, further: parts.flatMap(({ figures = [] }) => figures) }, facts);
  await app.register(metrics, { metrics: measured, config });
  await app.register(health(deps));
  await app.register(uploadsRoutes(deps));
  if (!config.isProduction && config.smtpUrl === undefined) await app.register(devMailRoutes(deps));
  if (!config.isProduction) await app.register(devGallery(deps));
  await app.register(
    async (api) => {
      await api.register(traceRequests);
      await api.register(auth, deps);
      await api.register(socketCalls, { deps, metrics: measured });
      await api.register(replyInTimePlugin);
      await api.register(notificationsRoutes(deps));
      for (const { routes } of parts) for (const plugin of routes ?? []) await api.register(plugin);
    },
    { prefix: '/api' },
  );
  for (const { pages } of parts) for (const plugin of pages ?? []) await app.register(plugin);
  if (folder !== undefined) await app.register(webApp, { folder, settings: deps.settings });

  for (const { start } of parts) start?.();
  app.addHook('onClose', async () => {
    for (const { stop } of parts) stop?.();
  });
  deps.rooms.attach(app.server);
  defineHousekeeping(deps);

  return app;
}
