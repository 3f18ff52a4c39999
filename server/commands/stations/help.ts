import { columns } from './csvEntries.ts';

export const help = `Imports and exports stations, and prints their labels.

  npm run stations -- import FILE [options]
      Imports the stations of a CSV file or of a GBFS 2.x or 3.x station_information.json: all of
      them, or none if a row is wrong. Importing the same file again changes nothing.
      --dry-run         report the changes, but make none
      --secrets FILE    write the secrets of new stations' cabinets to FILE (id,secret)
      --make-ids FILE   write a copy of the CSV with ids in all rows to FILE, and import the copy
      --system NAME     only GBFS: the other system that the stations belong to; each gets a new id
      --tariff ID       tariff of new stations that have none in the file
      --time-zone ZONE  time zone of new stations that have none in the file, such as America/Chicago

  npm run stations -- export [FILE] [--format csv|gbfs]
      Writes all stations to FILE, or to the terminal.

  npm run stations -- labels [FILE] [--size a4|label] [--ids ID,ID…]
      Writes a page to print: QR codes with the ids below, twelve on a sheet of A4, or one per
      label of 62 × 100 mm. The codes open PUBLIC_URL.

Columns of a CSV file: ${columns.join(', ')}.
Hours are for example 09:00-17:00, 18:00-02:00 or 00:00-24:00; empty means closed.

The command uses the server's database: DATABASE_URL, or the embedded one in DATA_DIR. A running server
locks the embedded one: stop the server first.
`;
