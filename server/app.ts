import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { paths } from '../contract/paths.ts';
import { methodUses } from './composition.ts';
import { ping } from './db/database.ts';
import type { Dependencies } from './dependencies.ts';
import { installApiAnswers } from './http/answers/apiAnswers.ts';
import { checkAppVersion } from './http/requests/appVersion.ts';
import { installErrorHandler, sendProblem } from './http/errorHandler.ts';
import { limitBodyTime } from './http/limits/bodyTime.ts';
import { callBounds } from './http/limits/callBounds.ts';
import { closeConnections, refuseConnection } from './http/limits/connections.ts';
import { limitCalls } from './http/limits/limitCalls.ts';
import { limitConnections } from './http/limits/limitConnections.ts';
import { limitSenderTimes } from './http/limits/senderTimes.ts';
import { describeApi } from './http/answers/openApi.ts';
import {
  describeOperatorsApi,
  describeWebhooks,
  operatorsDocument,
  operatorsDocumentPath,
} from './http/answers/operatorsApi.ts';
import { refuseInput } from './http/requests/refusedInput.ts';
import { ProblemError } from './http/problem.ts';
import { storedFilesIn } from './http/build/storedBuilds.ts';
import { logRequests } from './http/requests/requestLog.ts';
import { decorateRequestState } from './http/requests/requestState.ts';
import { installSecurityHeaders } from './http/build/securityHeaders.ts';
import { readBuild, serveApp } from './http/build/staticFiles.ts';
import { accountChangeRoutes } from './modules/accountChanges/routes.ts';
import { bearerOf } from './modules/auth/guard.ts';
import { authRoutes } from './modules/auth/routes.ts';
import { hashSessionId } from './modules/auth/session.ts';
import { storeNewRidersCard } from './modules/campaigns/riderHashes.ts';
import { campaignRoutes } from './modules/campaigns/routes.ts';
import { couponRoutes } from './modules/coupons/routes.ts';
import { configRoutes } from './modules/config/routes.ts';
import { approvableCredits } from './modules/riders/riderActs.ts';
import { riderRoutes } from './modules/riders/routes.ts';
import { announcementRoutes } from './modules/promotions/announcementRoutes.ts';
import { promotionRoutes } from './modules/promotions/routes.ts';
import { chargebackRoutes } from './modules/desk/chargebackRoutes.ts';
import { bulkActRoutes } from './modules/bulkActs/routes.ts';
import { timeLineRoutes } from './modules/timeLines/routes.ts';
import { deskRoutes } from './modules/desk/routes.ts';
import { alertRoutes } from './modules/alerts/routes.ts';
import { fleetRoutes } from './modules/fleet/routes.ts';
import { ticketRoutes } from './modules/tickets/routes.ts';
import { webhookEndpointRoutes } from './modules/webhookEndpoints/routes.ts';
import { venueShareRoutes } from './modules/venueShares/routes.ts';
import { auditRoutes } from './modules/operators/auditRoutes.ts';
import { operatorRoutes } from './modules/operators/routes.ts';
import { sessionRoutes as operatorSessionRoutes } from './modules/operators/sessionRoutes.ts';
import { signInRoutes as operatorSignInRoutes } from './modules/operators/signIn/routes.ts';
import { accountingRoutes } from './modules/accounting/routes.ts';
import { approvalRoutes } from './modules/approvals/routes.ts';
import { approvableLifts } from './modules/desk/chargebacks.ts';
import { approvableCaseActs } from './modules/desk/payBack.ts';
import { approvableTariffActs } from './modules/network/tariffActs.ts';
import { restockingRoutes } from './modules/restocking/routes.ts';
import { tariffRoutes } from './modules/network/tariffRoutes.ts';
import { consolePageRoutes } from './modules/operators/consolePage/routes.ts';
import { venueRoutes } from './modules/network/venues/venueRoutes.ts';
import { stationRoutes as operatorStationRoutes } from './modules/network/stationRoutes.ts';
import { doctorRoutes } from './modules/doctor/routes.ts';
import { PdfQueue } from './modules/documents/pdfQueue.ts';
import { documentRoutes } from './modules/documents/routes.ts';
import { gbfsRoutes } from './modules/gbfs/routes.ts';
import { notificationRoutes } from './modules/notifications/routes.ts';
import { orderRoutes } from './modules/orders/routes.ts';
import { cardFormRoutes } from './modules/payments/cardFormRoutes.ts';
import { paymentRoutes } from './modules/payments/routes.ts';
import { webhookRoutes } from './modules/payments/webhookRoutes.ts';
import { profileRoutes } from './modules/profile/routes.ts';
import { proofRoutes } from './modules/proofs/routes.ts';
import { pushRoutes } from './modules/push/routes.ts';
import { lastEntryDays } from './modules/raffles/lastEntryDays.ts';
import { raffleRoutes } from './modules/raffles/routes.ts';
import { checkReferralCard } from './modules/referral/checkReferralCard.ts';
import { rewardReferral } from './modules/referral/rewardReferral.ts';
import { hasUnfinished } from './modules/rentalRecords/rentalsOfRider.ts';
import { rentalRoutes } from './modules/orders/rentalRoutes.ts';
import { referralRoutes } from './modules/referral/routes.ts';
import { socialRoutes } from './modules/social/routes.ts';
import { mapStyle } from './modules/shell/map/mapStyle.ts';
import { createShell } from './modules/shell/shell.ts';
import { moveGuest } from './modules/guests/moveGuest.ts';
import { hostRoutes } from './modules/hosts/routes.ts';
import { geoRoutes } from './modules/geo/routes.ts';
import { favouriteRoutes } from './modules/favourites/routes.ts';
import { reservationRoutes } from './modules/reservations/routes.ts';
import { usualCountRoutes } from './modules/usualCounts/routes.ts';
import { watchRoutes } from './modules/watches/routes.ts';
import { walletRoutes } from './modules/topUps/routes.ts';
import { cardRoutes } from './modules/shell/cardRoutes.ts';
import { stationRoutes } from './modules/stations/routes.ts';
import { reportCap } from './modules/support/reportCap.ts';
import { supportRoutes } from './modules/support/routes.ts';

/** The routes that need a larger body, such as those of photos and imports, set their own limit. */
const bodyLimitBytes = 64 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Draws the streets of the start view in advance, so that the first visitor gets them. Call this function after the
     * server has begun to listen, because the tiles may come from this server.
     */
    prepareFirstMap(): Promise<void>;
  }
}

/** Builds the whole HTTP server, with the routes that `extend` registers. The server does not listen yet. */
export async function buildApp(
  deps: Dependencies,
  extend: (app: FastifyInstance) => Promise<void> = async () => undefined,
): Promise<FastifyInstance> {
  const { settings } = deps;
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: (_address, hop) => hop < settings.trustedProxies,
    bodyLimit: bodyLimitBytes,
    ...limitSenderTimes(),
    // During a shutdown, the server still responds to requests on open connections. Each response then
    // closes its connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // Handles malformed URLs. Neither the error handler nor the hooks run for such requests.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(app.dataHeaders ?? {});
      sendProblem(request, reply, new ProblemError('invalidInput'));
    },
    clientErrorHandler: (error, socket) => refuseConnection(socket, error, app.dataHeaders ?? {}),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  decorateRequestState(app);
  closeConnections(app);
  limitConnections(app, settings.connections);
  limitBodyTime(app);
  logRequests(app);
  limitCalls(app, {
    factor: settings.callLimitsFactor,
    now: () => deps.clock.now(),
    sessionHashOf(request) {
      const sessionId = bearerOf(request);
      return sessionId && hashSessionId(sessionId);
    },
  });
  installErrorHandler(app);
  const build = readBuild(settings.distDir);
  const pageHeaders = installSecurityHeaders(app, {
    payments: () => deps.payments.contentSources(),
    baseMap: settings.map.base,
    overlays: settings.map.overlays,
    photos: settings.photoOrigins,
    isHttps: settings.publicUrl.startsWith('https:'),
    html: build && build.page.body.toString('utf8') + mapStyle,
  });
  await describeApi(app, settings.version);
  await describeOperatorsApi(app, settings.version);

  const pdfQueue = new PdfQueue();
  app.addHook('onClose', () => pdfQueue.close());
  await app.register(async (api) => {
    installApiAnswers(api, deps.clock);
    checkAppVersion(api, { own: settings.version, minimum: settings.minimumAppVersion });
    refuseInput(api);
    const health = { config: { bound: callBounds.health }, schema: { hide: true } };
    api.get(paths.health, health, async () => {
      if (app.isDraining()) throw new ProblemError('unavailable');
      await ping(deps.db);
      return { ok: true };
    });
    const document = { config: { bound: callBounds.document }, schema: { hide: true } };
    api.get(paths.openApi, document, async () => ({
      ...app.swagger(),
      webhooks: describeWebhooks(),
    }));
    api.get(operatorsDocumentPath, document, async () => operatorsDocument(app));
    await api.register(configRoutes, { deps });
    await api.register(authRoutes, {
      deps,
      rewardInvite: rewardReferral,
      moveGuest,
      hasUnfinished,
      reportCap,
    });
    await api.register(profileRoutes, { deps });
    await api.register(socialRoutes, { deps });
    await api.register(accountChangeRoutes, { deps });
    await api.register(stationRoutes, { deps });
    await api.register(cardFormRoutes, { deps });
    await api.register(usualCountRoutes, { deps });
    await api.register(favouriteRoutes, { deps });
    await api.register(reservationRoutes, { deps });
    await api.register(cardRoutes, { deps });
    await api.register(paymentRoutes, {
      deps,
      methodUses,
      // The check of the referral comes last, because it locks wallets. To prevent deadlocks, a transaction locks
      // wallets after orders, top-ups and riders.
      cardAdded: [storeNewRidersCard, checkReferralCard],
    });
    await api.register(webhookRoutes, { deps });
    await api.register(rentalRoutes, { deps });
    await api.register(orderRoutes, { deps });
    await api.register(documentRoutes, { deps, pdfQueue });
    await api.register(proofRoutes, { deps });
    await api.register(notificationRoutes, { deps });
    await api.register(walletRoutes, { deps });
    await api.register(couponRoutes, { deps });
    await api.register(referralRoutes, { deps });
    await api.register(campaignRoutes, { deps, lastEntryDays });
    await api.register(raffleRoutes, { deps });
    await api.register(watchRoutes, { deps });
    await api.register(pushRoutes, { deps });
    await api.register(supportRoutes, { deps });
    await api.register(operatorRoutes, { deps });
    await api.register(operatorSessionRoutes, { deps });
    await api.register(operatorSignInRoutes, { deps });
    await api.register(auditRoutes, { deps });
    await api.register(deskRoutes, { deps });
    await api.register(bulkActRoutes, { deps });
    await api.register(timeLineRoutes, { deps });
    await api.register(fleetRoutes, { deps });
    await api.register(ticketRoutes, { deps });
    await api.register(alertRoutes, { deps });
    await api.register(webhookEndpointRoutes, { deps });
    await api.register(chargebackRoutes, { deps });
    await api.register(accountingRoutes, { deps });
    await api.register(venueShareRoutes, { deps, pdfQueue });
    await api.register(riderRoutes, { deps });
    await api.register(promotionRoutes, { deps });
    await api.register(announcementRoutes, { deps });
    await api.register(approvalRoutes, {
      deps,
      acts: {
        ...approvableTariffActs(settings),
        ...approvableCaseActs,
        ...approvableLifts,
        ...approvableCredits(deps),
      },
    });
    await api.register(tariffRoutes, { deps });
    await api.register(venueRoutes, { deps });
    await api.register(restockingRoutes, { deps });
    await api.register(operatorStationRoutes, { deps });
    await api.register(doctorRoutes, { deps });
    await api.register(geoRoutes, { deps });
    await api.register(hostRoutes, { deps });
  });
  await app.register(consolePageRoutes, { deps });
  await app.register(gbfsRoutes, { prefix: '/gbfs', deps });
  await extend(app);
  const shell = createShell(deps);
  app.decorate('prepareFirstMap', shell.prepare);
  app.addHook('onClose', () => shell.close());
  await serveApp(app, {
    distDir: settings.distDir,
    build,
    serviceWorker: settings.serviceWorker,
    storedFilesDir: storedFilesIn(settings.buildsDir),
    pageHeaders,
    shell,
    now: () => deps.clock.now(),
    onChange: (listener) => void deps.changes.on('station', listener),
  });
  return app;
}
