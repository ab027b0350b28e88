// The buttons beside the sea: magnify, fit, find the ship again, turn the tile.

import type { BoardKey } from '../../lib/keys.ts';
import { STEP } from './chart-window.tsx';
import { say } from './sight.ts';

interface Props {
  readonly mayRotate: boolean;
  readonly onZoom: (by: number) => void;
  readonly onFit: () => void;
  readonly onCentre: () => void;
  readonly onRotate: () => void;
}

export function Tools({ mayRotate, onZoom, onFit, onCentre, onRotate }: Props) {
  return (
    <fieldset class="cab-tools" aria-label={say('tools')}>
      <Tool tool="zoomIn" path="M12 5V19M5 12H19" onClick={() => onZoom(STEP)} />
      <Tool tool="zoomOut" path="M5 12H19" onClick={() => onZoom(1 / STEP)} />
      <Tool tool="fit" path="M4 9V4H9M15 4H20V9M20 15V20H15M9 20H4V15" onClick={onFit} />
      <Tool tool="centre" path="M12 3V8M12 16V21M3 12H8M16 12H21M12 11v2M11 12h2" onClick={onCentre} />
      <Tool
        tool="rotate"
        path="M5 17A8 8 0 1 1 19.500 14M23 10.500 19.500 14.500 15.500 11"
        isDisabled={!mayRotate}
        onClick={onRotate}
      />
    </fieldset>
  );
}

/** Their keys, for the list of all keys. */
export function keysTold(): BoardKey[] {
  return (['zoomIn', 'zoomOut', 'fit', 'centre', 'rotate'] as const).map((tool) => ({
    key: say(`${tool}Key`),
    does: say(tool),
  }));
}

interface OfTool {
  readonly tool: 'zoomIn' | 'zoomOut' | 'fit' | 'centre' | 'rotate';
  readonly path: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

function Tool({ tool, path, isDisabled = false, onClick }: OfTool) {
  const label = `${say(tool)} (${say(`${tool}Key`)})`;
  return (
    <button
      type="button"
      class="cab-tool"
      title={label}
      aria-label={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={path} />
      </svg>
    </button>
  );
}
