export const help = `Publishes news to all riders.

  npm run news -- publish --file news.json
      The file contains plain text in each language of the app, and optionally a link:

        {
          "title": { "en": "…", "zh-CN": "…", "es": "…" },
          "body": { "en": "…", "zh-CN": "…", "es": "…" },
          "link": "/coupon"
        }

      A title is one line of up to 80 characters, a body has up to 2000. Markup is shown as plain text.
      The news appears in each rider's list. Riders who subscribed to news also get a push message.
      Published news cannot be withdrawn. The same text cannot be published a second time.

  npm run news -- list
      Shows the published news, the latest first, and the number of notified riders.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first. The server notifies the riders: with PostgreSQL at once,
with the embedded database after its next start.
`;
