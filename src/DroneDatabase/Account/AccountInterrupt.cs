using System.Runtime.InteropServices;

namespace DroneDelivery.DroneDatabase.Account;

/// <summary>
/// Ends tests on an account by a token, or by SIGHUP: the terminal was closed, or the SSH connection was lost. Without it SIGHUP
/// ends the program at once, and the throughput is not lowered.
/// </summary>
public sealed class AccountInterrupt : IDisposable
{
    private readonly CancellationTokenSource _source = new();
    private readonly CancellationTokenRegistration _cancelled;
    private readonly PosixSignalRegistration _hangUp;

    /// <param name="onInterrupt">Called before <see cref="Token"/> is cancelled. It must not throw.</param>
    public AccountInterrupt(Action onInterrupt, CancellationToken cancellationToken)
    {
        _cancelled = cancellationToken.Register(Interrupt);
        _hangUp = PosixSignalRegistration.Create(PosixSignal.SIGHUP, signal =>
        {
            signal.Cancel = true;
            Interrupt();
        });

        void Interrupt()
        {
            onInterrupt();
            try
            {
                _source.Cancel();
            }
            catch (ObjectDisposedException)
            {
                // The tests ended at the same moment.
            }
        }
    }

    public CancellationToken Token => _source.Token;

    public void Dispose()
    {
        _hangUp.Dispose();
        _cancelled.Dispose();
        _source.Dispose();
    }
}
