import { languages, type Language } from '../../contract/config.ts';
import type { SocialProvider } from '../../contract/signIn/socialProvider.ts';
import { html } from '../html.ts';
import type { OperatorAccount } from '../demo/operatorAccounts.ts';
import texts from './texts.json' with { type: 'json' };

const providerNames: Record<SocialProvider, string> = {
  facebook: 'Facebook',
  apple: 'Apple',
  google: 'Google',
};

export interface ChooserPage {
  provider: SocialProvider;
  /** The accounts that this browser has used, newest first. */
  accounts: readonly string[];
  language: Language;
}

/** Renders the page on which a person chooses an account or cancels. */
export function chooserPage({ provider, accounts, language }: ChooserPage): string {
  const t = texts[language];
  const title = t.title.replace('{provider}', providerNames[provider]);
  const known = accounts
    .map((name) => html`<button name="account" value="${name}">${name}</button>`)
    .join('');
  const chooser = html`<form method="post">
    <h2>${t.known}</h2>
   `;
  return (
    opening(language, title) +
    html`<h1>${title}</h1>
      <p>${t.hint}</p> ` +
    (known && `${chooser}${known}</form>`) +
    html`<form method="post">
        <label for="name">${t.name}</label>
        <input id="name" name="account" required maxlength="60" autocomplete="off" />
        <button class="primary">${t.allow}</button>
      </form>
      <form method="post">
        <button name="refuse" value="yes">${t.refuse}</button>
      </form> ` +
    ending
  );
}

/** Renders the page on which an operator chooses an account. Pages for operators are in English. */
export function operatorChooserPage(accounts: readonly OperatorAccount[]): string {
  const buttons = accounts
    .map(({ name, email }) => html`<button name="account" value="${name}">${email}</button>`)
    .join('');
  const chooser = html`<form method="post"> `;
  return (
    opening('en', 'Sign in as an operator') +
    html`<h1>Sign in as an operator</h1>
      <p>
        This page stands for the provider of your company. It has one account for each role.
      </p> ` +
    `${chooser}${buttons}</form>` +
    html`<form method="post">
      <button name="refuse" value="yes">${texts.en.refuse}</button>
    </form> ` +
    ending
  );
}

/** Renders the page for a sign-in that is no longer valid. */
export function gonePage(language: Language): string {
  const { gone } = texts[language];
  return opening(language, gone) + html`<p role="status">${gone}</p>` + ending;
}

/** Returns the first supported language in the browser's list of languages, or else English. */
export function languageOf(header: string | undefined): Language {
  const asked = (header ?? '').split(',').map((one) => one.trim().split(/[-;]/)[0]);
  const supportedLanguage = (base: string | undefined) =>
    languages.find((language) => language.split('-')[0] === base);
  return asked.map(supportedLanguage).find((language) => language !== undefined) ?? 'en';
}

function opening(language: Language, title: string): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/tokens.css" />
        <link rel="stylesheet" href="/authenticate.css" />
        <link rel="stylesheet" href="/chooser.css" />
      </head>
      <body>
        <main>
     `;
}

const ending = '</main></body></html>';
