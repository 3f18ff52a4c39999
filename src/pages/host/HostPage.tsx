export { HostPitch as HostPage } from '../../features/host/HostPitch.tsx';
