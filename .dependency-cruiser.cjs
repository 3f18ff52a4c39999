/**
 * The one-way directions of the project, each rule with the reason it exists. Capture groups carry
 * the name of a feature or a module, so that a new one needs no new rule.
 */
const tests = String.raw`\.test\.tsx?$|^(contract|src|server)/testing/`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'contract-imports-only-zod',
      comment: 'The wire is described once, for both sides: it may lean on neither.',
      severity: 'error',
      from: { path: '^contract/', pathNot: tests },
      to: { pathNot: '^contract/|^node_modules/zod/' },
    },
    {
      name: 'client-takes-only-types-from-the-contract',
      comment: 'No zod in the bundle. The rules and the paths are written without it.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: tests },
      to: {
        path: '^contract/',
        pathNot: '^contract/(rules/|paths\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'client-rules-are-free-of-zod',
      severity: 'error',
      from: { path: '^contract/(rules/|paths\\.ts$)', pathNot: tests },
      to: { path: '^node_modules/' },
    },
    {
      name: 'client-has-no-zod',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: tests },
      to: { path: '^node_modules/zod/' },
    },
    {
      name: 'client-and-server-meet-in-the-contract',
      severity: 'error',
      from: { path: '^(src|sw)/' },
      to: { path: '^(server|sandbox|scripts|e2e)/' },
    },
    {
      name: 'server-knows-no-client',
      severity: 'error',
      from: { path: '^(server|sandbox)/' },
      to: { path: '^(src|sw|e2e)/' },
    },
    {
      name: 'product-knows-no-script',
      comment: 'Scripts are for developers: the product runs without them.',
      severity: 'error',
      from: { path: '^(contract|server|sandbox)/' },
      to: { path: '^scripts/' },
    },
    {
      name: 'end-to-end-tests-use-the-product-from-outside',
      comment: 'They may read the contract and the strings, never the code that they test.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(src|sw|server|sandbox)/' },
    },
    {
      name: 'worker-shares-only-message-types',
      comment: 'The service worker is its own program.',
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
      name: 'lib-knows-nothing-above-it',
      severity: 'error',
      from: { path: '^src/lib/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/lib/' },
    },
    {
      name: 'ui-knows-no-feature',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(ui|lib)/' },
    },
    {
      name: 'api-knows-no-feature',
      severity: 'error',
      from: { path: '^src/api/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(api|lib)/' },
    },
    {
      name: 'features-do-not-meet',
      comment: 'Where two features meet on a screen, a page brings them together.',
      severity: 'error',
      from: { path: '^src/features/([^/]+)/', pathNot: tests },
      to: { path: '^src/features/', pathNot: '^src/features/$1/' },
    },
    {
      name: 'features-know-no-page',
      severity: 'error',
      from: { path: '^src/features/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(features|ui|api|lib)/' },
    },
    {
      name: 'pages-know-no-app',
      severity: 'error',
      from: { path: '^src/pages/', pathNot: tests },
      to: { path: '^src/', pathNot: '^src/(pages|features|ui|api|lib)/' },
    },
    {
      name: 'modules-meet-through-their-services',
      comment: "Another module's tables and routes are its own business.",
      severity: 'error',
      from: { path: '^server/modules/([^/]+)/', pathNot: tests },
      to: {
        path: '^server/modules/[^/]+/(routes|repository)\\.ts$',
        pathNot: '^server/modules/$1/',
      },
    },
    {
      name: 'routes-reach-the-database-through-a-service',
      severity: 'error',
      from: { path: '^server/modules/[^/]+/routes\\.ts$' },
      to: {
        path: [
          '^server/modules/[^/]+/repository\\.ts$',
          '^server/db/',
          '^node_modules/(kysely|pg|@electric-sql/pglite)/',
        ],
      },
    },
    {
      name: 'repositories-know-only-the-database',
      severity: 'error',
      from: { path: '^server/modules/[^/]+/repository\\.ts$' },
      to: {
        path: '^server/(?!db/|clock\\.ts$)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'the-ground-knows-no-module',
      comment: 'Database, gateway, providers and outbox are below the domain.',
      severity: 'error',
      from: { path: '^server/(db|gateway|providers|outbox)/', pathNot: tests },
      to: { path: '^(server/modules|sandbox)/' },
    },
    {
      name: 'mqtt-only-at-the-gateway',
      comment: 'The simulated cabinets of the sandbox are ordinary clients of it.',
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
      name: 'server-reaches-the-sandbox-at-one-place',
      comment: 'The product must run without the stand-ins for the outside world.',
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
      name: 'sandbox-knows-only-the-ports-of-the-server',
      severity: 'error',
      from: { path: '^sandbox/', pathNot: tests },
      to: {
        path: '^server/',
        pathNot: [
          '^server/outside/(outsideWorld|operator)\\.ts$',
          '^server/providers/identity/createSignInProviders\\.ts$',
          '^server/providers/(geocoding/geocoder|mail/sender|payments/provider|sms/(carrier|textSender))\\.ts$',
          // The real adapters, which the sandbox points at what it plays.
          '^server/providers/identity/(apple|facebook|google)\\.ts$',
          '^server/providers/geocoding/gazetteer/',
          // The time, which a person sets forward for both sides.
          '^server/clock\\.ts$',
          // Its pages and calls are served by the server, with the same errors.
          '^server/http/problem\\.ts$',
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
      comment: 'Code that nothing reaches is code that nobody tests.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          tests,
          '\\.config\\.ts$',
          '^server/db/migrations/',
          // Named by a page or a command, not by an import.
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
      // What has types alone is the compiler's to find.
      to: {
        couldNotResolve: true,
        pathNot: '^(virtual:|node:)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'product-uses-no-development-package',
      comment: 'Server code runs from its source: what it imports must be installed in production.',
      severity: 'error',
      from: { path: '^server/', pathNot: tests },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no API for tools; swc parses it, type imports included.
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
