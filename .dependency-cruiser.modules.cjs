const { options } = require('./.dependency-cruiser.cjs');

/**
 * The direction of imports between the server's modules. It is a separate configuration because the rule
 * compares whole folders. Tests may import any module, so they are excluded here.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles-between-modules',
      comment:
        'Of two modules, only one may import the other. The lower one declares a port, and the composition root passes in the implementation.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^server/modules/' },
      to: { circular: true, path: '^server/modules/' },
    },
  ],
  options: {
    ...options,
    // The sandbox uses the modules through its ports, as the composition root does.
    exclude: {
      path: [
        options.exclude.path,
        '\\.test\\.ts$',
        '^server/testing/',
        '^server/outside/',
        '^sandbox/',
      ],
    },
  },
};
