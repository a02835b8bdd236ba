namespace DroneDelivery.CosmosEmulator.Hosting;

/// <summary>Stops the emulator when its standard input ends.</summary>
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
            // What is written there has no meaning; only its end has.
        }

        lifetime.StopApplication();
    }
}
