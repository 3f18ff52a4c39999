import { ClusterIndex } from './clusterIndex.ts';
import type { Answer, Question } from './clusterMessages.ts';

const index = new ClusterIndex();

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if (data.kind === 'store') index.store(data.tile, data.points);
  else if (data.kind === 'drop') index.drop(data.tile);
  else {
    const answer: Answer = { id: data.id, groups: index.look(data.look) };
    postMessage(answer);
  }
});
