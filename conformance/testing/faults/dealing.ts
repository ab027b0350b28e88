// Servers that take any part, or leave parts out.
import { dealing } from '../../scenes/dealing.ts';
import { allowing, bodies, type Fault } from './fault.ts';

export const dealingFaults: readonly Fault[] = [
  {
    what: 'accepts another part than the one committed to',
    scene: dealing,
    breaks: 'P-6.7',
    meddling: () => allowing('wrong-part'),
  },
  {
    what: 'leaves the parts out of the record',
    scene: dealing,
    breaks: 'P-6.8',
    meddling: () =>
      bodies(
        ({ deal: _deal, ...rest }) => rest,
        ({ path }) => path.endsWith('/record'),
      ),
  },
];
