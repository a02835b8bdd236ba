using DroneDelivery.LoadTests.Engine.Faults;
using DroneDelivery.LoadTests.Scenarios.Journeys;

namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>The load of a live system: a number of users that can be changed, until it is stopped.</summary>
internal sealed class LiveLoadSource : IDisposable
{
    /// <summary>Also the number of connections: with more users, requests would wait for a connection.</summary>
    public const int MaxUsers = 500;

    /// <summary>Gives enough traces for the page, at little CPU cost in the services.</summary>
    private const double TracedFraction = 0.25;

    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);

    private readonly DroneSystem _system;
    private readonly HttpLoadClient _client;
    private readonly AdjustableLoad _load;
    private readonly RunMonitor _monitor = new();
    private readonly LoadRates _rates;
    private volatile InvoiceJourney _journey;
    private GeneratorBurner? _burner;
    private CompetingProcess? _other;

    public LiveLoadSource(DroneSystem system, ClosedLoopProfile profile, TimeProvider time)
    {
        var answers = new AnswerCounts();
        (_system, _rates) = (system, new LoadRates(answers));
        _client = new HttpLoadClient(MaxUsers, RequestTimeout, time);
        _journey = new InvoiceJourney(_client, system.Addresses.GatewayUri, system.World);
        _load = new AdjustableLoad(
            profile with { TracedFraction = TracedFraction }, (turn, token) => _journey.RequestAsync(turn, token), time)
        {
            Observe = answers.Add,
        };
    }

    public void SetUsers(int users) => _load.SetUsers(users);

    /// <summary>Applies the part of a fault that is in users, generator or other processes, instead of an earlier one.</summary>
    public void Plant(PlantedFault? fault)
    {
        _journey = new InvoiceJourney(_client, _system.Addresses.GatewayUri, _system.World, fault?.HotOwnerShare ?? 0);
        _other?.Dispose();
        _other = CompetingProcess.StartIfPlanted(fault);
        _burner?.Dispose();
        _burner = fault?.GeneratorBusyThreads > 0 ? new GeneratorBurner(fault.GeneratorBusyThreads) : null;
    }

    /// <summary>Runs until cancelled; then returns normally.</summary>
    public Task RunAsync(CancellationToken cancellationToken) => _load.RunAsync(_monitor, cancellationToken);

    /// <summary>Must be called once a second: the rates are those since the last call.</summary>
    public LiveLoad Read() => _rates.Read(_monitor.Snapshot(), "running", planned: null, ofLastSecond: true);

    public void Dispose()
    {
        _other?.Dispose();
        _burner?.Dispose();
        _client.Dispose();
    }
}
