import { fillLine, type Figures } from './helpFigures.ts';
import styles from './help.module.css';
import type { HelpAnswer, HelpBlock, HelpLine } from './helpTexts.ts';

/** A complete answer, with the figures that are known. */
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
    const text = fillLine(block, figures);
    return text === null ? null : <p>{text}</p>;
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
    const text = fillLine(line, figures);
    return text === null ? null : <li key={text}>{text}</li>;
  });
}
