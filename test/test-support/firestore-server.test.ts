import { startFirestore } from '../support/firestore-server';

const WITHOUT_EMULATOR = { PATH: '/nowhere', CLOUDSDK_ROOT_DIR: '/nowhere' };

describe('startFirestore', () => {
  test('starts the stand-in and says why when there is no emulator', async () => {
    const firestore = await startFirestore(WITHOUT_EMULATOR);
    const response = await fetch(`http://${firestore.host}/`);
    await firestore.stop();

    expect(firestore.kind).toBe('stand-in');
    expect(firestore.reason).toBe('no cloud-firestore-emulator in a Google Cloud CLI');
    expect(await response.text()).toBe('Ok\n');
  });

  test('fails when there is no emulator and one is required', async () => {
    await expect(startFirestore({ ...WITHOUT_EMULATOR, REQUIRE_EMULATORS: '1' })).rejects.toThrow(
      'REQUIRE_EMULATORS is set, but the Firestore emulator cannot run here: ' +
        'no cloud-firestore-emulator in a Google Cloud CLI',
    );
  });
});
