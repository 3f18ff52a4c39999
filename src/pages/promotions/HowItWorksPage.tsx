export { HowItWorks as HowItWorksPage } from '../../features/referral/HowItWorks.tsx';
