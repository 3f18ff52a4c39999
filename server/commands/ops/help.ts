import { columns } from '../../modules/network/import/columns.ts';
import { fileHelp } from './promotions/help.ts';

export const help = `Does the work of operators on the running server.

  npm run ops -- cases list|show|open|assign|answer|wait|close …
      Support cases; npm run cases -- --help explains each of them.

  npm run ops -- chargebacks list [--all] [--cursor CURSOR]
      Shows the undecided and the lost chargebacks, the oldest first; with --all also the others.
      "frozen" means that the rider can begin no rental and use no GoCash.
  npm run ops -- chargebacks lift CHARGEBACK --why WORDS
      Lifts the freeze of this chargeback. Another chargeback of the same rider has its own freeze.
      CHARGEBACK is the id that the list shows first. Repeating the command changes nothing.

  npm run ops -- login [--link LINK]
      Signs in at the provider of your company, in a browser on this machine, or with a one-time link.
  npm run ops -- logout
  npm run ops -- second-factor set-up
  npm run ops -- second-factor confirm|check CODE
      The codes of your authenticator app. check also takes a recovery code.

  npm run ops -- orders list [--state STATE] [--station ID] [--charger SERIAL] [--rider NUMBER]
                             [--from DAY] [--to DAY] [--cursor CURSOR]
      The newest order comes first. Days are in UTC.
  npm run ops -- orders show ORDER
      An order with its bill, and everything that happened to it.

  npm run ops -- refunds order|waive ORDER --amount NUMBER|all --why WORDS
  npm run ops -- refunds top-up TOP-UP --amount NUMBER|all --why WORDS
      Pays back without a case of the rider. Amounts are in minor units. Above the limit of one operator, a second
      operator must approve it.

  npm run ops -- riders find --phone PHONE|--order NUMBER|--rider NUMBER|--last4 DIGITS --day DAY
  npm run ops -- riders show NUMBER
  npm run ops -- riders time-line NUMBER [--cursor CURSOR]
      Phones are masked, and names are not shown.
  npm run ops -- riders unmask NUMBER --why WORDS
      Shows the contact of a rider. The record has an entry for it.
  npm run ops -- riders block|unblock NUMBER [--what account,phone,card,device] --why WORDS
  npm run ops -- riders block-phone|unblock-phone PHONE --why WORDS
      Nothing blocked begins a rental, and a blocked phone gets no code. A rental that is under way goes on.
  npm run ops -- riders credit NUMBER --amount NUMBER --why WORDS
  npm run ops -- riders export|erase NUMBER --why WORDS
      For a rider who asked for a copy of the data, or for its deletion.

  npm run ops -- coupons create --kind amountOff|goCash --amount N [options] --why WORDS
  npm run ops -- coupons create --kind freeMinutes --minutes N [options] --why WORDS
      Prints the codes as CSV. Amounts are in minor units: 200 is $2.00.
      --count N         number of codes, each with 75 random bits
      --code CODE       this code instead; letter case, spaces and dashes are ignored
      --max N           number of riders per code (default: 1 for a random code, unlimited for --code)
      --minimum N       valid only for a rental that costs at least N
      --first-rental    valid only for a rider's first rental
      --starts TIME, --expires TIME
                        such as 2026-12-24 (its first moment, UTC) or 2026-12-24T18:00:00-06:00
  npm run ops -- coupons list
  npm run ops -- coupons end CODE --why WORDS
      It cannot be redeemed any more. Riders who have redeemed it keep it.

${fileHelp}
  npm run ops -- hosts list [--all]
  npm run ops -- hosts export
      Prints all requests of hosts as CSV.
  npm run ops -- hosts done|erase REFERENCE --why WORDS
      Marks a request as answered, or erases it at once. The server erases all other requests HOST_KEEP_DAYS after
      their last change.

  npm run ops -- audit list [--who NAME] [--action ACT] [--subject ID] [--from DAY] [--to DAY] [--cursor CURSOR]
      [--limit NUMBER]
      Shows the record of operators, the newest entry first. ACT is an act, or a group such as case.
  npm run ops -- audit verify
      Verifies the chain of hashes, which shows whether somebody has changed an entry.

  npm run ops -- operators me
      Shows the name and the roles of the key or the session.
  npm run ops -- operators list
  npm run ops -- operators add NAME --role ROLE … --why WORDS
  npm run ops -- operators invite NAME --email ADDRESS|--subject SUBJECT --role ROLE … --why WORDS
      The operator signs in at the provider with this verified address or account.
  npm run ops -- operators account NAME --email ADDRESS|--subject SUBJECT --why WORDS
  npm run ops -- operators reach NAME --region ID …|--venue ID …|--all --why WORDS
      Limits an operator to the stations of regions and venues.
  npm run ops -- operators first-link NAME --why WORDS
      Makes a one-time link for an administrator. It needs the key of the server.
  npm run ops -- operators sessions NAME
  npm run ops -- operators end-session NAME ID --why WORDS
  npm run ops -- operators reset-factor NAME --why WORDS
      Removes the second factor of an operator who has lost it.
  npm run ops -- operators roles NAME --role ROLE … --why WORDS
      Replaces the roles: administrator, support, field, finance, marketing or
      readOnly.
  npm run ops -- operators block|unblock NAME --why WORDS
  npm run ops -- operators add-key NAME --label WORDS [--scope AREA:read|AREA:write …] [--days DAYS] --why WORDS
      Shows the new key once. AREA is the first part of a path of the API, such as chargers.
  npm run ops -- operators revoke-key NAME ID --why WORDS

  npm run ops -- tariffs list|show ID
      show prints the tariff as riders read it, in each language.
  npm run ops -- tariffs create ID --file FILE --why WORDS
      FILE has the terms as JSON; docs/operating.md explains them. A tariff never changes.
  npm run ops -- tariffs assign ID --all|--station ID …|--venue ID … [--days mon-fri] [--hours 17:00-22:00]
      [--from TIME] --why WORDS
      A second administrator must approve it, unless it begins now and no station is in use. A tariff for a station
      counts before one for its venue, and this before one for all. Hours are those of the station's time zone.
  npm run ops -- tariffs assignments
  npm run ops -- tariffs end ASSIGNMENT [--at TIME] --why WORDS
      The stations get the tariff that they had before.

  npm run ops -- stations list [--state live|paused|retired] [--venue ID] [--region ID]
  npm run ops -- stations show ID [--cursor CURSOR]
      A station with its cabinet, its slots, and everything that happened there, the newest first.
  npm run ops -- stations import FILE [--dry-run] [--secrets FILE] [--make-ids FILE] [--system NAME] [--tariff ID]
      [--time-zone ZONE] --why WORDS
      Imports the stations of a CSV file or of a GBFS 2.x or 3.x station_information.json of any size. It checks the
      whole file first, lists all errors with their lines, and then sends the file in pages of up to 300 stations.
      Importing the same file again changes nothing. Run the command again if it stopped in the middle.
      --dry-run         report the changes, but make none
      --secrets FILE    also make a secret for each cabinet without one, and write them to FILE (id,secret)
      --make-ids FILE   write a copy of the CSV with ids in all rows to FILE
      --system NAME     only GBFS: the other system that the stations belong to; each gets a new id
      --tariff ID       tariff of new stations that have none in the file
      --time-zone ZONE  time zone of new stations that have none in the file, such as America/Chicago
      The columns of a CSV file are ${columns.slice(0, 5).join(', ')},
      ${columns.slice(5).join(', ')}.
      Hours are for example 09:00-17:00, 18:00-02:00 or 00:00-24:00; empty means closed.
  npm run ops -- stations export [FILE] [--format csv|gbfs]
      Writes all stations to FILE, or to the terminal.
  npm run ops -- stations labels [FILE] [--size a4|label] [--ids ID,ID…]
      Writes a page to print: QR codes with the ids below, twelve on a sheet of A4, or one per label of 62 × 100 mm.
      The codes open PUBLIC_URL.
  npm run ops -- stations change ID [--name NAME] [--address TEXT] [--lat N --lng N] [--time-zone ZONE]
      [--hours HOURS] [--floor TEXT] [--hint TEXT] [--photo ADDRESS] [--layout ROWSxCOLUMNS]
      [--version NUMBER] --why WORDS
      HOURS are such as "Mo-Fr 09:00-17:00; Sa 10:00-14:00", "24/7" or "off". An empty text removes the floor, the
      hint, the photo or the layout. With --version, the server refuses the change if somebody has changed the
      station since that version, which show prints.
  npm run ops -- stations pause|resume ID --why WORDS
      A paused station lends no chargers, and still takes returns.
  npm run ops -- stations retire ID --why WORDS
      Riders no longer see the station, which still takes returns. This is final.

  npm run ops -- regions list
  npm run ops -- regions create ID --name NAME --why WORDS
  npm run ops -- regions change ID --name NAME [--version NUMBER] --why WORDS

  npm run ops -- venues list [--region ID] [--state active|paused|ended]
  npm run ops -- venues show ID
  npm run ops -- venues create ID --name NAME --owner NAME --region ID [--email ADDRESS]
      [--language en|zh-CN|es] --why WORDS
      Statements go to the e-mail address, in the language.
  npm run ops -- venues change ID [--name NAME] [--owner NAME] [--region ID] [--email ADDRESS|--no-email]
      [--language en|zh-CN|es] [--version NUMBER] --why WORDS
      With --version, the server refuses the change if somebody has changed the venue since that version.
  npm run ops -- venues pause|resume ID --why WORDS
      Its live stations are paused with it.
  npm run ops -- venues end ID --why WORDS
      Its stations leave it. This is final.
  npm run ops -- venues assign|remove ID --station STATION … --why WORDS
      Puts stations into the venue, or takes them out of it. A station is in at most one venue.

  npm run ops -- secrets issue ID --why WORDS
      Shows the first secret of a cabinet once. With --missing --file FILE instead of ID, it writes a secret for each
      station without one.
  npm run ops -- secrets rotate ID [--overlap-hours HOURS] --why WORDS
      Shows another secret once. The former one works for 24 more hours, or for HOURS.
  npm run ops -- secrets revoke ID --why WORDS
      Takes all secrets away, which cuts the connection.

  npm run ops -- approvals list [--all]
  npm run ops -- approvals approve|reject ID --why WORDS
      Decides about the act of another operator. Each operator needs a session or a key of
      their own. The key of the server is not enough.
  npm run ops -- approvals withdraw ID --why WORDS

  npm run ops -- chargers show SERIAL [--cursor CURSOR]
      Where a charger is, and everything that happened to it, the newest first.
  npm run ops -- chargers list [--status STATUS] [--batch BATCH] [--station STATION]
  npm run ops -- chargers register SERIAL …|--from SERIAL --to SERIAL|--file FILE [--batch BATCH]
      [--model MODEL] --why WORDS
      Adds chargers to the stock. A file has one serial number on each line.
  npm run ops -- chargers hold-back|release|retire SERIAL --why WORDS
      Nobody can rent a charger that is held back. A retired charger never comes back into the stock.
  npm run ops -- chargers recall SERIAL …|--from SERIAL --to SERIAL|--file FILE|--batch BATCH --why WORDS
      Holds chargers back, the rented ones at their return. Their riders are notified.

  npm run ops -- restocking [--region ID] [--venue ID] [--hours NUMBER] [--from TIME] [--near LAT,LNG]
      [--sort urgency|distance] [--limit NUMBER]
      The stations that are empty or full, or will be within 6 or NUMBER hours, with the chargers to bring or to take.

  npm run ops -- sessions open STATION --why WORDS
      Opens a field session: chargers that you put into the cabinet join the stock.
  npm run ops -- sessions list [--station STATION] [--state open|closed]
  npm run ops -- sessions show ID
  npm run ops -- sessions close ID --why WORDS

  npm run ops -- cabinets eject STATION --slot NUMBER|--serial SERIAL --why WORDS
  npm run ops -- cabinets eject-all|restart|inventory STATION --why WORDS
  npm run ops -- cabinets lock|unlock STATION --slot NUMBER --why WORDS
      Nobody pays for an eject of an operator.
  npm run ops -- cabinets set-parameter STATION --name volume|brightness|heartbeatSeconds --value NUMBER --why WORDS
      Volume and brightness are from 0 to 100, and the time between heartbeats is from 20 to 40 seconds. The server
      refuses a parameter that the cabinet does not report.
  npm run ops -- cabinets commands STATION
      Shows the last 100 commands with their results, and the current parameters of the cabinet.

  npm run ops -- tickets list [--state open|onTheWay|done] [--kind KIND] [--station STATION]
  npm run ops -- tickets take|done NUMBER --why WORDS
      Work at stations. Rules open a ticket, and close it when its reason is over.
  npm run ops -- alerts show
  npm run ops -- alerts set --email ADDRESS [--quiet 22:00-07:00 --zone ZONE] --why WORDS
  npm run ops -- alerts off --why WORDS
      Your own mails about new tickets and overdue cases. In the quiet hours they wait.

  npm run ops -- webhooks list
  npm run ops -- webhooks add ADDRESS [--type TYPE …] --why WORDS
      Sends what happens to an address of yours. Without --type, it gets messages of all types.
  npm run ops -- webhooks pause|resume|remove ID --why WORDS
  npm run ops -- webhooks secret|rotate-secret ID --why WORDS
      Shows the secret with which the receiver checks the signatures, or replaces it.
  npm run ops -- webhooks deliveries ID [--state waiting|delivered|failed]
  npm run ops -- webhooks replay ID [--message ID] --why WORDS
      Sends one message again, or all that failed.

  npm run ops -- ledger balances [--until DAY]
      The debits, the credits and the balance of each account.
  npm run ops -- ledger entries [--order NUMBER] [--account ACCOUNT] [--day DAY]
  npm run ops -- ledger check
      Recomputes every balance, and compares the bookings with payments, orders and top-ups. Fails with one line for
      each difference.
  npm run ops -- reconciliation day [DAY]
      The transactions of a day at the payment provider, by currency, and the differences. Without a day: yesterday.
  npm run ops -- reconciliation differences [--all]
      The differences that nothing has explained yet, the oldest first; with --all also the others.
  npm run ops -- reconciliation run --why WORDS
      Begins the daily comparison at once.
  npm run ops -- accounting export --from DAY --to DAY [--file FILE]
      The sums of each account for each day, as CSV.
  npm run ops -- sellers list
  npm run ops -- sellers add --name NAME --address TEXT --tax-number TEXT --tax-rate PERCENT --zone ZONE
      [--from TIME] --why WORDS
      The seller on invoices from now or from a time on. Prices include the tax.
  npm run ops -- shares list VENUE
  npm run ops -- shares set VENUE --percent PERCENT [--from TIME] --why WORDS
      The share of the owner of a venue in the captures without tax, less refunds, of the rentals that begin then.
  npm run ops -- statements list [--venue VENUE] [--month MONTH] [--state paid|unpaid]
      The closed statements of the owners of venues.
  npm run ops -- statements show VENUE MONTH
  npm run ops -- statements close MONTH --venue VENUE|--all --why WORDS
      The statements get their numbers, and never change afterwards. The month must be over. With --all, the server
      closes the month of each venue with a share, as a bulk act.
  npm run ops -- statements send VENUE MONTH --why WORDS
      Mails the closed statements of a month to the owner again. The close sends them once.
  npm run ops -- payouts list VENUE
      The bank transfers to the owner of a venue, and what the operator owes now.
  npm run ops -- payouts record VENUE --amount NUMBER --currency CURRENCY --on DAY [--statement NUMBER …]
      [--reference TEXT] --why WORDS
      Records that you have paid unpaid statements by a bank transfer, all of them or those with --statement. The
      amount, in minor units, must be the sum of the shares in them: zero if they cancel each other.
  npm run ops -- payouts reverse VENUE ID --why WORDS
      Corrects a payout that was recorded wrongly. Its statements are unpaid again.
  npm run ops -- statements save VENUE MONTH --file FILE.pdf|FILE.csv [--currency CURRENCY]

  npm run ops -- bulk-acts list
  npm run ops -- bulk-acts show ID
      The progress of an act on many things. The server goes on with it after a restart, and if you stop the command.

  npm run ops -- doctor
      Checks the configuration, and whether everything that is configured answers and accepts its keys. It tells
      what is missing and what that breaks. The exit code is 1 if something is missing or broken.

  npm run ops -- completion bash|zsh
      Prints a script that defines ops, which is short for npm run ops --, and completes its commands, options and ids.

  npm run ops -- proof-key rotate --why WORDS
      Replaces the key that signs proofs of return. Proofs of the former key stay valid.

Each command prints JSON with --json, except for login, logout, second-factor, hosts export, accounting export,
statements save, stations export, stations labels, completion and proof-key. riders export always prints JSON.

The names of files are relative to your folder.

The command calls the server at OPS_URL with OPERATOR_KEY, with the session of
npm run ops -- login, or with the key that the server wrote to the file operator-key.
With the key of the server, --as states the name for the record.
`;
