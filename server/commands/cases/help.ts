export const help = `Lists, shows, answers and closes support cases. npm run ops -- cases … is the same.

  npm run cases -- list [--kind KIND] [--state STATE] [--overdue] [--assignee NAME] [--order ORDER]
                        [--cursor CURSOR]
      Shows the cases that are not closed, the oldest first. STATE is open, waiting, closed or all.

  npm run cases -- show CASE
      Shows a case: the rider's words, the order, the outcomes that fit, and the time line.

  npm run cases -- open ORDER|TOP-UP --why WORDS
      Opens a case about an order or a top-up of GoCash, without a complaint of the rider.

  npm run cases -- assign CASE --to NAME
  npm run cases -- assign CASE --nobody

  npm run cases -- answer CASE --text WORDS [--waits-for rider|cabinet|provider|nobody]
      Sends the text to the rider, and keeps the case open. Write it in the rider's language, which
      the list shows. The case then waits for the rider.

  npm run cases -- wait CASE --for rider|cabinet|provider|nobody --why WORDS

  npm run cases -- close CASE --outcome OUTCOME --why WORDS [--text WORDS]
      OUTCOME is one of these:
        refund --amount N       gives a part of what the rider paid back; --amount all: everything.
                                Of a top-up at most the GoCash that is still there
        waive --amount N        waives a part of an unpaid bill; --amount all: everything
        endRental --at TIME     ends the rental as returned at this time, such as 2026-11-25T18:30:00Z
        resume                  retries what failed, or lifts the freeze of a chargeback
        holdBack, release       hold a charger back or release it: of the case, or --charger SERIAL
        none                    changes nothing; rejects a dispute
      With --text the rider gets these words. N is in the smallest unit of the currency (100 is one
      dollar).

--as NAME is the name for the record of operators; by default the name of the user of this computer.
--json prints the answer of the server. WORDS after --why are stored for ever: name nobody in them.
CASE is a number such as C-7K3M-29QX, ORDER such as R-7K3M-92QF, TOP-UP such as T-7K3M-92QF.

The command calls the running server at OPS_URL with OPERATOR_KEY, with the session of
npm run ops -- login, or with the key that the server wrote to the file operator-key.
`;
