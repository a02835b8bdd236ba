namespace DroneDelivery.ServiceDefaults.Stopping;

/// <summary>
/// Stops the service when its standard input ends: when the parent process closes it or exits. The emulator compiles this file
/// too.
/// </summary>
internal sealed class StandardInputWatch(IHostApplicationLifetime lifetime) : BackgroundService
{
    private const int BufferSize = 256;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        await using var input = Console.OpenStandardInput();
        var buffer = new byte[BufferSize];

        // Reading a pipe cannot be cancelled, so the wait for it is.
        while (await input.ReadAsync(buffer, stoppingToken).AsTask().WaitAsync(stoppingToken) > 0)
        {
            // The content has no meaning.
        }

        lifetime.StopApplication();
    }
}
