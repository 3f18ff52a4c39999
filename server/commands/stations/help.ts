import { columns } from './csvEntries.ts';

export const help = `Brings stations into the product's database and out of it.

  npm run stations -- import FILE [options]
      Enters the stations of a CSV file or of a GBFS 2.x or 3.x station_information.json: all of
      them, or none where a row is wrong. The same file again changes nothing.
      --dry-run         say what would happen, and change nothing
      --secrets FILE    write the secrets of new stations' cabinets there (id,secret)
      --make-ids FILE   write the CSV there with ids for the rows that have none, and import that
      --system NAME     GBFS: whose stations they are, where not ours; each gets an id of ours
      --tariff ID       of new stations where the file names none
      --time-zone ZONE  of new stations where the file names none, such as America/Chicago

  npm run stations -- export [FILE] [--format csv|gbfs]
      Writes all stations to FILE, or to the terminal.

  npm run stations -- labels [FILE] [--size a4|label] [--ids ID,ID…]
      Writes a page to print: QR codes with the ids beneath, twelve on a sheet of A4, or one per
      label of 62 × 100 mm. PUBLIC_URL is where the codes lead.

Columns of a CSV file: ${columns.join(', ')}.
Hours are such as 09:00-17:00, 18:00-02:00 or 00:00-24:00; empty is closed.

The database is that of the server: DATABASE_URL, or the embedded one in DATA_DIR, which a running
server keeps for itself.
`;
