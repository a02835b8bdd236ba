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

    /// <summary>Several for each connection that a few users open: afterwards requests have their usual latency.</summary>
    private const int WarmUpAnswers = 100;

    private static readonly TimeSpan WarmUpLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);

    private readonly Uri _gateway;
    private readonly World _world;
    private readonly ClosedLoopProfile _profile;
    private readonly TimeProvider _time;
    private readonly HttpLoadClient _client;
    private readonly AdjustableLoad _load;
    private readonly RunMonitor _monitor = new();
    private readonly LoadRates _rates;
    private volatile InvoiceJourney _journey;
    private GeneratorBurner? _burner;
    private CompetingProcess? _other;

    public LiveLoadSource(Uri gateway, World world, ClosedLoopProfile profile, TimeProvider time)
    {
        var answers = new AnswerCounts();
        (_gateway, _world, _profile, _time, _rates) = (gateway, world, profile, time, new LoadRates(answers));
        _client = new HttpLoadClient(MaxUsers, RequestTimeout, time);
        _journey = new InvoiceJourney(_client, gateway, world);
        _load = CreateLoad(TracedFraction, answers.Add);
    }

    public void SetUsers(int users) => _load.SetUsers(users);

    /// <summary>
    /// Sends requests that are in no figure and in no trace, until enough are answered or the time is over: the first requests of
    /// a system take seconds. Users of <see cref="RunAsync"/> must not be running.
    /// </summary>
    /// <param name="users">At least one.</param>
    /// <returns>How many requests were answered.</returns>
    public async Task<int> WarmUpAsync(int users, CancellationToken cancellationToken)
    {
        using var limit = new CancellationTokenSource(WarmUpLimit, _time);
        using var end = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        var answered = 0;
        var load = CreateLoad(tracedFraction: 0, _ =>
        {
            if (Interlocked.Increment(ref answered) == WarmUpAnswers)
            {
                end.Cancel();
            }
        });
        load.SetUsers(users);
        await load.RunAsync(new RunMonitor(), end.Token);
        cancellationToken.ThrowIfCancellationRequested();
        return answered;
    }

    /// <summary>Applies the part of a fault that is in users, generator or other processes, instead of an earlier one.</summary>
    public void Plant(PlantedFault? fault)
    {
        _journey = new InvoiceJourney(_client, _gateway, _world, fault?.HotOwnerShare ?? 0);
        _other?.Dispose();
        _other = CompetingProcess.StartIfPlanted(fault);
        _burner?.Dispose();
        _burner = fault?.GeneratorBusyThreads > 0 ? new GeneratorBurner(fault.GeneratorBusyThreads) : null;
    }

    /// <summary>Runs until cancelled; then returns normally.</summary>
    public Task RunAsync(CancellationToken cancellationToken) => _load.RunAsync(_monitor, cancellationToken);

    /// <summary>Must be called once a second: the rates are those since the last call.</summary>
    public LiveLoad Read() => _rates.Read(_monitor.Snapshot(), "running", planned: null, ofLastSecond: true);

    private AdjustableLoad CreateLoad(double tracedFraction, Action<RequestObservation> observe) => new(
        _profile with { TracedFraction = tracedFraction }, (turn, token) => _journey.RequestAsync(turn, token), _time)
    {
        Observe = observe,
    };

    public void Dispose()
    {
        _other?.Dispose();
        _burner?.Dispose();
        _client.Dispose();
    }
}
