// Starts the page that checks records: a page of its own, so that nobody else has to load the rules of all games.
import '../style/fonts.css';
import '../style/tokens.css';
import '../style/base.css';
import '../shell/shell.css';
import './verify.css';
import '../lib/preferences.ts';
import { render } from 'preact';
import { Inspection } from './inspection.ts';
import { VerifyPage } from './verify-page.tsx';

const isServed = location.protocol !== 'file:';
const place = document.getElementById('app');
const inspection = new Inspection(isServed ? location.origin : null);
if (place !== null) render(<VerifyPage inspection={inspection} />, place);
const [, asked = ''] = isServed ? (/^\/verify\/([^/]+)$/.exec(location.pathname) ?? []) : [];
if (asked !== '') void inspection.takeText(asked);
