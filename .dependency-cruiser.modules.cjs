const { options } = require('./.dependency-cruiser.cjs');

/**
 * The direction between the server's modules. It has a file of its own because it is about whole
 * folders, and tests, which may use any module, would count as a part of theirs.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'modules-have-one-direction',
      comment:
        'Of two modules, one knows the other. The lower one declares a port, and the composition root passes it in.',
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
