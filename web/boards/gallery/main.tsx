// The page of the kit, in development: every part that boards are made of, in its states, in both themes.
import '../../style/fonts.css';
import '../../style/tokens.css';
import '../../style/base.css';
import '../../seats/seats.css';
import './gallery.css';
import { render } from 'preact';
import { SeatColours } from '../../seats/seat-colours.tsx';
import { PieceFrame } from '../parts/piece-frame.tsx';
import { SAMPLES } from './samples.tsx';

const THEMES = ['light', 'dark'] as const;

function Gallery() {
  return (
    <SeatColours colours={[]}>
      <PieceFrame>
        <main class="gallery">
          <h1>The parts of a board</h1>
          {THEMES.map((theme) => (
            <section key={theme} aria-label={theme} style={{ colorScheme: theme }}>
              {Object.entries(SAMPLES).map(([name, sample]) => (
                <article key={name}>
                  <h2>{name}</h2>
                  <div class="gallery-states">{sample()}</div>
                </article>
              ))}
            </section>
          ))}
        </main>
      </PieceFrame>
    </SeatColours>
  );
}

const place = document.getElementById('app');
if (place !== null) render(<Gallery />, place);
