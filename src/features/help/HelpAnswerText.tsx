import { fillLine, type Figures } from './helpFigures.ts';
import styles from './help.module.css';
import type { HelpAnswer, HelpBlock, HelpLine } from './helpTexts.ts';

/** A complete answer, with the numbers that are known. */
export function HelpAnswerText({ answer, figures }: { answer: HelpAnswer; figures: Figures }) {
  return (
    <div className={styles['answer']}>
      {answer.answer.map((block) => (
        <Block key={JSON.stringify(block)} block={block} figures={figures} />
      ))}
    </div>
  );
}

function Block({ block, figures }: { block: HelpBlock; figures: Figures }) {
  if (typeof block === 'string' || 'known' in block) {
    const said = fillLine(block, figures);
    return said === null ? null : <p>{said}</p>;
  }
  if ('list' in block) {
    return (
      <ul className={styles['list']}>
        <Items lines={block.list} figures={figures} />
      </ul>
    );
  }
  return (
    <ol className={styles['steps']}>
      <Items lines={block.steps} figures={figures} />
    </ol>
  );
}

function Items({ lines, figures }: { lines: readonly HelpLine[]; figures: Figures }) {
  return lines.map((line) => {
    const said = fillLine(line, figures);
    return said === null ? null : <li key={said}>{said}</li>;
  });
}
