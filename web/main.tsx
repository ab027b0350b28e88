// Starts the web client.
import './style/fonts.css';
import './style/tokens.css';
import './style/base.css';
import { render } from 'preact';
import { App } from './app.tsx';
import { keepUp } from './lib/offline.ts';
import { keepCalled } from './notices/office.ts';
import { keepOwnTables } from './table/kept.ts';

const place = document.getElementById('app');
if (place !== null) render(<App />, place);
keepUp();
keepCalled();
keepOwnTables();
