import { dateFormat } from './dateFormat.ts';

// The first format in a browser process loads the locale data, which takes long. In this worker,
// loading the data does not block the page.
new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' }).format(0);
dateFormat({ dateStyle: 'medium', timeStyle: 'short' })(0);
close();
