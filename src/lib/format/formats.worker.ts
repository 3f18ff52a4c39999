import { dateFormat } from './dateFormat.ts';

// The first format of a browser's process reads what the device knows of all of them, for longer than the
// page's own thread may be held up: here it holds up nobody.
new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(0);
dateFormat({ dateStyle: 'medium', timeStyle: 'short' })(0);
close();
