export const help = `Tells every rider news.

  npm run news -- publish --file news.json
      The file holds plain text in each language of the app, and where it leads, if anywhere:

        {
          "title": { "en": "…", "zh-CN": "…", "es": "…" },
          "body": { "en": "…", "zh-CN": "…", "es": "…" },
          "link": "/coupon"
        }

      A title is one line of up to 80 characters, a body has up to 2000; markup is shown as it is
      typed. It comes into each rider's list, and to the devices of those who chose news. What was
      published stays; the same words again are refused.

  npm run news -- list
      Shows what was published, the latest first, and how many riders were told.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself (stop it first). The server tells the riders: at once where it runs on
PostgreSQL, else as soon as it is started again.
`;
