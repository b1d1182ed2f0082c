import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { userRoomKind } from './accounts/user.room.ts';
import type { Deps } from './deps.ts';
import { approvalsRoutes } from './features/approvals/approvals.routes.ts';
import { auctionPollsRoutes } from './features/auctions/auction-polls.routes.ts';
import { auctionsAdminRoutes } from './features/auctions/auctions.admin.routes.ts';
import { defineAuctionJobs } from './features/auctions/auctions.jobs.ts';
import { auctionRoomKind, auctionsRoomKind } from './features/auctions/auctions.room.ts';
import { auctionsRoutes } from './features/auctions/auctions.routes.ts';
import { cancelRealm } from './features/auctions/cancel-auction.ts';
import { describeAuctionRooms } from './features/auctions/describe-auction-rooms.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { cartRoutes } from './features/cart/cart.routes.ts';
import { confirmIdentityRoutes } from './features/confirm-identity/confirm-identity.routes.ts';
import { contentRoutes } from './features/content/content.routes.ts';
import { liveMetricsRoutes } from './features/live-metrics/live-metrics.admin.routes.ts';
import { loadTestsRoutes } from './features/load-tests/load-tests.routes.ts';
import { ordersAdminRoutes, ordersRoutes } from './features/orders/orders.routes.ts';
import { refundApproved } from './features/orders/refund-order.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { fundApproved } from './features/rewards/fund-rewards.ts';
import { rewardsAdminRoutes } from './features/rewards/rewards.admin.routes.ts';
import { factorResetApproved } from './features/second-factor/request-reset.ts';
import { secondFactorAdminRoutes } from './features/second-factor/second-factor.admin.routes.ts';
import { changeSettingApproved } from './features/settings-admin/change-setting.ts';
import { settingsAdminRoutes } from './features/settings-admin/settings-admin.routes.ts';
import { secondStepRoutes } from './features/sign-in/second-step.routes.ts';
import { sessionsRoutes } from './features/sign-in/sessions.routes.ts';
import { signInRoutes } from './features/sign-in/sign-in.routes.ts';
import { adjustApproved } from './features/users-admin/adjust.ts';
import { promoteApproved } from './features/users-admin/change-role.ts';
import { usersAdminRoutes } from './features/users-admin/users-admin.routes.ts';
import { defineHousekeeping } from './housekeeping.ts';
import { devMailRoutes } from './mail/dev-mail.routes.ts';
import { notificationsRoutes } from './notifications/notifications.routes.ts';
import { createOps } from './ops/create-ops.ts';
import { readQueues } from './ops/read-queues.ts';
import { createMetrics } from './ops/registry.ts';
import { auth } from './plugins/auth.ts';
import { docs } from './plugins/docs.ts';
import { errors, sendRefusal, toRefusal } from './plugins/errors.ts';
import { health } from './plugins/health.ts';
import { createRequestIds, identifyReplies } from './plugins/identify-replies.ts';
import { jsonBody } from './plugins/json-body.ts';
import { metrics } from './plugins/metrics.ts';
import { notFound } from './plugins/not-found.ts';
import { answerParserError, protocolErrors } from './plugins/protocol-errors.ts';
import { replySerializer } from './plugins/reply-serializer.ts';
import { createRequestLog } from './plugins/request-log.ts';
import { security } from './plugins/security.ts';
import { silentConnections } from './plugins/silent-connections.ts';
import { tokens } from './plugins/tokens.ts';
import { isSocketUpgrade, upgrades } from './plugins/upgrades.ts';
import { findWebApp, servePage, webApp } from './plugins/web-app.ts';
import { mustEnrol } from './second-factor/must-enrol.ts';
import { uploadsRoutes } from './uploads/uploads.routes.ts';

const BODY_LIMIT = 64 * 1024;

/** Puts one server together: what every request passes, the features, the rooms, the docs and the built client. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { config } = deps;
  const { trustProxy: hops } = config;
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: createRequestLog,
    genReqId: createRequestIds(),
    requestIdHeader: false,
    // Without a proxy the address is the connection's, and no header is read.
    trustProxy: hops === 0 ? false : typeof hops === 'number' ? (_address, hop) => hop < hops : hops,
    bodyLimit: BODY_LIMIT,
    // An address that cannot be decoded never reaches a route.
    frameworkErrors: (error, _request, reply) => {
      sendRefusal(reply, toRefusal(error));
    },
    // Bounds for clients that send slowly or not at all; above every proxy's keep-alive.
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Both are refused by our own hook, in our own shape.
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      shouldUpgradeCallback: isSocketUpgrade,
      // A handshake that is never completed holds its connection no longer than this, and one interval.
      headersTimeout: 15_000,
      connectionsCheckingInterval: 5_000,
    },
    clientErrorHandler: answerParserError,
    routerOptions: { maxParamLength: 128, ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(replySerializer);
  if (deps.log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      request.log.debug({ req: request, res: reply, ms: Math.round(reply.elapsedTime) }, 'answered');
      done();
    });
  }

  const ops = createOps({
    ...deps,
    readQueues: () => readQueues(deps),
    isOperator: (viewer) => viewer.role === 1 && !mustEnrol(deps, viewer),
    describe: { auction: (ids) => describeAuctionRooms(deps.db, ids) },
  });
  const folder = findWebApp();
  await app.register(identifyReplies, deps);
  await app.register(tokens, deps);
  await app.register(errors);
  await app.register(protocolErrors);
  await app.register(silentConnections);
  await app.register(upgrades);
  await app.register(notFound, { servePage: folder === undefined ? undefined : servePage });
  await app.register(security, config);
  await app.register(jsonBody);
  await app.register(docs, config);
  await app.register(metrics, { metrics: createMetrics(deps), config });
  await app.register(health(deps));
  await app.register(uploadsRoutes(deps));
  if (!config.isProduction && config.smtpUrl === undefined) await app.register(devMailRoutes(deps));
  await app.register(
    async (api) => {
      await api.register(auth, deps);
      await api.register(signInRoutes(deps));
      await api.register(sessionsRoutes(deps));
      await api.register(secondStepRoutes(deps));
      await api.register(confirmIdentityRoutes(deps));
      await api.register(profileRoutes(deps));
      await api.register(notificationsRoutes(deps));
      await api.register(contentRoutes(deps));
      await api.register(auctionsRoutes(deps));
      await api.register(auctionPollsRoutes(deps));
      await api.register(auctionsAdminRoutes(deps));
      await api.register(cartRoutes(deps));
      await api.register(ordersRoutes(deps));
      await api.register(ordersAdminRoutes(deps));
      await api.register(usersAdminRoutes(deps));
      await api.register(
        approvalsRoutes(deps, {
          ...adjustApproved(deps),
          ...promoteApproved(deps),
          ...changeSettingApproved(deps),
          ...refundApproved(deps),
          ...fundApproved(deps),
          ...factorResetApproved(deps),
        }),
      );
      await api.register(rewardsAdminRoutes(deps));
      await api.register(secondFactorAdminRoutes(deps));
      await api.register(settingsAdminRoutes(deps));
      await api.register(auditLogRoutes(deps));
      await api.register(liveMetricsRoutes(ops));
      await api.register(loadTestsRoutes(deps, (realm) => cancelRealm(deps, realm)));
    },
    { prefix: '/api' },
  );
  if (folder !== undefined) await app.register(webApp, { folder });

  deps.rooms.define(userRoomKind(deps));
  deps.rooms.define(auctionRoomKind(deps));
  deps.rooms.define(auctionsRoomKind(deps));
  deps.rooms.define(ops.roomKinds.ops);
  deps.rooms.define(ops.roomKinds.find);
  ops.start();
  app.addHook('onClose', async () => ops.stop());
  deps.rooms.attach(app.server);
  defineAuctionJobs(deps);
  defineHousekeeping(deps);

  return app;
}
