/**
 * The allowed directions of imports. Capture groups stand for the name of a feature or a module, so that a new feature
 * or module needs no new rule.
 */
const tests = String.raw`\.test\.tsx?$|^(contract|src|server)/testing/`;
const routes = String.raw`^server/modules/.+/(routes|[^/]+Routes)\.ts$`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'Client and server share the contract, so it may depend on neither.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: '^contract/|^node_modules/zod/' },
    },
    {
      name: 'client-imports-only-types-from-the-contract',
      comment: 'Zod is too large for the bundle. The rules and the paths do not use it.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: tests },
      to: {
        path: '^contract/',
        pathNot: '^contract/(rules/|paths\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'contract-rules-import-no-package',
      severity: 'error',
      from: { path: '^contract/(rules/|paths\\.ts$)', pathNot: tests },
      to: { path: '^node_modules/' },
    },
    {
      name: 'client-does-not-import-zod',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: tests },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'client-imports-no-server-code',
      severity: 'error',
      from: { path: '^(src|sw)/' },
      to: { path: '^(server|sandbox|scripts)/' },
    },
    {
      name: 'client-does-not-import-e2e-tests',
      comment: 'Unit tests may compare a list of the app with the one of the browser tests.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: tests },
      to: { path: '^e2e/' },
    },
    {
      name: 'server-does-not-import-client',
      severity: 'error',
      from: { path: '^(server|sandbox)/' },
      to: { path: '^(src|sw|e2e)/' },
    },
    {
      name: 'product-does-not-import-scripts',
      comment: 'Scripts are for developers. The product must run without them.',
      severity: 'error',
      from: { path: '^(contract|server|sandbox)/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'e2e-tests-do-not-import-the-product',
      comment: 'They may import the contract and the strings, but not the code that they test.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(src|sw|server|sandbox)/' },
    },
    {
      name: 'app-and-worker-share-only-messages',
      comment: 'The service worker is a separate program.',
      severity: 'error',
      from: { path: '^(src|sw)/' },
      to: {
        path: '^(src|sw)/',
        pathNot: ['^$1/', '^sw/messages\\.ts$'],
      },
    },
    {
      name: 'worker-messages-are-types',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^sw/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'lib-imports-only-lib',
      severity: 'error',
      from: { path: '^src/lib/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/lib/' },
    },
    {
      name: 'ui-imports-only-lib',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(ui|lib)/' },
    },
    {
      name: 'api-imports-only-lib',
      severity: 'error',
      from: { path: '^src/api/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(api|lib)/' },
    },
    {
      name: 'features-do-not-import-each-other',
      comment: 'A page combines features that are on the same screen.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: tests },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-do-not-import-pages',
      severity: 'error',
      from: { path: '^src/features/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(features|ui|api|lib)/' },
    },
    {
      name: 'pages-do-not-import-app',
      severity: 'error',
      from: { path: '^src/pages/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(pages|features|ui|api|lib)/' },
    },
    {
      name: 'modules-import-only-services-of-other-modules',
      comment: 'The routes of a module are private.',
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/', pathNot: tests },
      to: {
        path: routes,
        pathNot: '^server/modules/$1/',
      },
    },
    {
      name: 'routes-do-not-import-the-database',
      comment: 'A route may start a unit of work, which it passes to service functions.',
      severity: 'error',
      from: { path: routes },
      to: {
        path: ['^server/db/', '^node_modules/(kysely|pg|@electric-sql/pglite)/'],
        pathNot: '^server/db/unitOfWork\\.ts$',
      },
    },
    {
      name: 'infrastructure-does-not-import-modules',
      comment: 'Database, gateway, providers and outbox are layers below the modules.',
      severity: 'error',
      from: { path: '^server/(db|gateway|providers|outbox)/', pathNot: tests },
      to: { path: '^(server/modules|sandbox)/' },
    },
    {
      name: 'mqtt-only-in-gateway',
      comment: 'The simulated cabinets of the sandbox are ordinary MQTT clients.',
      severity: 'error',
      from: { path: '^server/', pathNot: ['^server/gateway/', tests] },
      to: { path: '^node_modules/(mqtt|aedes)[^/]*/' },
    },
    {
      name: 'database-drivers-only-in-db',
      severity: 'error',
      from: { path: '^(server|sandbox)/', pathNot: ['^server/db/', tests] },
      to: { path: '^node_modules/(pg|@electric-sql/pglite)/' },
    },
    {
      name: 'server-imports-the-sandbox-in-one-file',
      comment: 'The product must run without the simulated outside world.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: ['^server/outside/openOutsideWorld\\.ts$', tests],
      },
      to: { path: '^sandbox/' },
    },
    {
      name: 'sandbox-is-loaded-on-demand',
      comment: 'A server without the sandbox does not load its code.',
      severity: 'error',
      from: { path: '^server/outside/openOutsideWorld\\.ts$' },
      to: { path: '^sandbox/', dynamic: false },
    },
    {
      name: 'server-loads-only-adapters-of-the-sandbox',
      comment:
        'The simulated world is a separate process. The server calls it, and does not contain it.',
      severity: 'error',
      from: { path: '^sandbox/(adapters|demo)/', pathNot: tests },
      to: {
        path: '^sandbox/(cabinets|identity|issuer|messages|push|world|main|routes|sandbox)\\b',
        pathNot: [
          '^sandbox/identity/clients\\.ts$',
          '^sandbox/issuer/sandboxProvider\\.ts$',
          '^sandbox/push/pushPath\\.ts$',
          '^sandbox/world/wire\\.ts$',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'simulated-world-does-not-act-on-the-server',
      comment:
        'Only the adapters in the process of the server use its providers’ ports and its operator.',
      severity: 'error',
      from: {
        path: '^sandbox/',
        pathNot: [
          '^sandbox/(adapters|demo)/',
          '^sandbox/identity/clients\\.ts$',
          '^sandbox/operatorRoutes\\.ts$',
          tests,
        ],
      },
      to: {
        path: '^(server/outside/operator\\.ts$|server/providers/|sandbox/(adapters/|operatorRoutes))',
        // The adapter to the card issuer is in the same folder as the issuer.
        pathNot: '^server/providers/payments/(provider|balance)\\.ts$',
      },
    },
    {
      name: 'sandbox-imports-only-ports-of-the-server',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: tests },
      to: {
        path: '^server/',
        pathNot: [
          '^server/outside/(outsideWorld|operator)\\.ts$',
          '^server/providers/identity/createSignInProviders\\.ts$',
          '^server/providers/(geocoding/geocoder|mail/sender|payments/(balance|provider)|sms/(codeProvider|textSender))\\.ts$',
          // The sandbox connects the real adapters to its simulated providers.
          '^server/providers/identity/(apple|facebook|google|operatorSignIn)\\.ts$',
          '^server/providers/geocoding/gazetteer/',
          // The sandbox can move the clock of the server forward.
          '^server/time/clock\\.ts$',
          // The calls of the sandbox have the error format of the server.
          '^server/http/(problem|errorHandler)\\.ts$',
          // Both processes guard their folder, read the same settings, and stop in the same way.
          '^server/db/folderGuard\\.ts$',
          '^server/settings/settingsError\\.ts$',
          '^server/start/runUntilSignal\\.ts$',
        ],
      },
    },
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Code that nothing imports is unused and untested.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          tests,
          '\\.config\\.ts$',
          '^server/db/migrations/',
          // A page or a command names these files; no file imports them.
          '^sandbox/pages/',
          '^scripts/[^/]+\\.mjs$',
          '^scripts/bench/',
          '^src/app/start/',
        ],
      },
      to: {},
    },
    {
      name: 'nothing-unresolved',
      severity: 'error',
      from: {},
      // The compiler resolves packages that have only types.
      to: {
        couldNotResolve: true,
        pathNot: '^(virtual:|node:)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'product-does-not-import-development-packages',
      comment: 'Server code runs from its source, so its imports must be installed in production.',
      severity: 'error',
      from: { path: '^server/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no API for tools. swc also parses type imports.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '\\.(css|json|svg)(\\?|$)' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
