// Says at a table that its host lets a channel be told of it, since names of players are sent there.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { TargetType } from '../../client/index.ts';
import { language } from '../lib/language.ts';
import { overHttp } from '../lib/player.ts';
import { say } from './texts.ts';

const AGAIN_MS = 20_000;

export function Channels({ matchId }: { readonly matchId: string }) {
  const channels = useSignal<readonly TargetType[]>([]);
  useEffect(() => {
    const look = async () => {
      // A server that tells nobody anything has no such thing.
      channels.value = await overHttp()
        .channels(matchId)
        .catch(() => channels.peek());
    };
    void look();
    const timer = setInterval(() => void look(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [matchId]);
  if (channels.value.length === 0) return null;
  const kinds = channels.value.map((type) => say(`target.${type}`));
  const listed = new Intl.ListFormat(language.value).format(kinds);
  return (
    <p class="card" role="note">
      {say('channels', { kinds: listed })}
    </p>
  );
}
