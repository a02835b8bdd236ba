using System.Diagnostics;
using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.ColdStart.Benchmarks;

/// <summary>The emulator, seeded, which runs all the time, and the services, which are started and stopped.</summary>
internal sealed class SystemUnderTest : IAsyncDisposable
{
    private readonly HttpClient _http = new();
    private readonly List<StartedService> _running = [];

    public Services Services { get; } = new();

    public async Task StartDatabaseAsync()
    {
        _running.Add(await Services.Database.StartAsync(_http));
        using var seeding = Process.Start(new ProcessStartInfo(
            ServerProcess.FindProgram("lab"), ["seed", "--cosmos", Services.ConnectionString])
        {
            RedirectStandardOutput = true,
        })!;
        await seeding.StandardOutput.ReadToEndAsync();
        await seeding.WaitForExitAsync();
        if (seeding.ExitCode != 0)
        {
            throw new InvalidOperationException("The emulator was not seeded.");
        }
    }

    public Task<StartedService> StartAsync(Service service) => service.StartAsync(_http);

    /// <summary>Starts the four services at the same time, and returns when all of them are ready.</summary>
    /// <param name="gateway">The gateway with other flags; null for the usual ones.</param>
    public async Task<IAsyncDisposable> StartServicesAsync(Service? gateway = null) => new Group(await Task.WhenAll(
        new[] { gateway ?? Services.Gateway, Services.Delivery, Services.Package, Services.DroneScheduler }.Select(StartAsync)));

    public async ValueTask DisposeAsync()
    {
        foreach (var service in Enumerable.Reverse(_running))
        {
            await service.DisposeAsync();
        }

        _http.Dispose();
    }

    private sealed class Group(StartedService[] services) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync() =>
            await Task.WhenAll(services.Select(service => service.DisposeAsync().AsTask()));
    }
}
