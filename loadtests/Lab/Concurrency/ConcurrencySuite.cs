namespace DroneDelivery.LoadTests.Lab.Concurrency;

/// <summary>Runs the cells of the study in turn. A cell is a call mode, a kind of work and a database latency.</summary>
internal sealed class ConcurrencySuite(ConcurrencySettings settings, TimeProvider time)
{
    /// <summary>A cancelled or failed suite returns the folders of the measured cells. All processes are stopped.</summary>
    public Task<SuiteOutcome> RunAsync(Action<string> say, CancellationToken cancellationToken) => SuiteOutcome.RunAsync(
        folders => RunAllAsync(folders, say, cancellationToken),
        () => say("Stopped before the load of a cell began."),
        cancellationToken);

    private async Task RunAllAsync(List<RunFolder> folders, Action<string> say, CancellationToken cancellationToken)
    {
        await using var service = await ItemService.StartAsync(settings.Folder, time, cancellationToken);
        var engines = new SideBySide(settings.Engine, settings.ComparedWith);
        foreach (var (index, cell, engine) in engines.Turns(settings.Cells))
        {
            var by = settings.ComparedWith is null ? "" : $", {engine.Name}";
            say($"{index + 1} of {settings.Cells.Count}: {cell.Title}{by}");
            await service.UseAsync(cell, cancellationToken);
            var run = new CellRun(settings with { Engine = engine }, cell, service, time);
            var path = Path.Combine(settings.Folder, engines.FolderOf(engine, cell.Name));
            folders.Add(await run.RunAsync(path, say, cancellationToken));
            await SayResultAsync(folders[^1], say);
            if (cancellationToken.IsCancellationRequested)
            {
                break;
            }
        }
    }

    private static async Task SayResultAsync(RunFolder folder, Action<string> say)
    {
        var figures = await CellFigures.ReadAsync(folder, CancellationToken.None);
        say($"  highest {figures.HighestPerSecond:0.#} req/s, {figures.Successful:#,0} successful, "
            + $"{figures.Record.Load.NotSuccessful:#,0} failed, up to {figures.Threads:0} threads");
    }
}

/// <summary>Runs one cell on the running service and writes a run folder.</summary>
internal sealed class CellRun(ConcurrencySettings settings, ConcurrencyCell cell, ItemService service, TimeProvider time)
{
    /// <inheritdoc cref="MeasuredRun.RunAsync"/>
    public Task<RunFolder> RunAsync(string folder, Action<string> say, CancellationToken cancellationToken)
    {
        var profile = ConcurrencyLoad.For(settings.Duration);
        var plan = new RunPlan(
            profile, client => new ItemJourney(client, service.Address, cell.Work).RequestAsync, Describe())
        {
            Client = new HttpLoadOptions { Connections = profile.MaxUsers, Timeout = TimeSpan.FromSeconds(60) },
            Prepare = token => service.SetLatencyAsync(cell.LatencyMs, token),
        };
        return new MeasuredRun(service.Watched, plan, settings.Engine, time).RunWithProgressAsync(folder, say, cancellationToken);
    }

    private RunManifest Describe() => new()
    {
        Lab = ConcurrencyLab.Name, Scenario = cell.Name, Title = cell.Title,
        // The latency comes from the cell, not from a named profile.
        ProfileSettings = new Dictionary<string, string> { ["Cosmos DB data call"] = cell.LatencyTitle },
        Mode = RunManifestBuilder.ModeOf(settings.Duration, ConcurrencyLoad.Quick, ConcurrencyLoad.Full, "a cell"),
        Command = settings.Command, Machine = RunManifestBuilder.ExamineMachine(time),
        Configuration = cell.PackageFlags,
        Load = ConcurrencyLoad.Describe(settings.Duration),
    };
}

/// <summary>A user who repeats one kind of work, each time for a random owner.</summary>
/// <param name="package">The address of the Package service.</param>
public sealed class ItemJourney(HttpLoadClient client, Uri package, ItemWork work)
{
    private static readonly KeyValuePair<string, string>[] JsonBody = [new("Content-Type", "application/json")];

    private readonly PreparedRequest[] _requests =
        [.. Enumerable.Range(0, ItemCatalog.Owners).Select(owner => Prepare(package, work, ItemCatalog.OwnerId(owner)))];

    public ValueTask<RequestOutcome> RequestAsync(UserIteration iteration, CancellationToken cancellationToken) =>
        client.SendAsync(_requests[iteration.Random.Next(_requests.Length)], cancellationToken);

    internal static PreparedRequest Prepare(Uri package, ItemWork work, string ownerId) => work switch
    {
        ItemWork.Cpu => PreparedRequest.Get(new Uri(package, $"items/{ownerId}/seal")),
        ItemWork.IoRead => PreparedRequest.Get(new Uri(package, $"items?ownerId={ownerId}")),
        _ => new PreparedRequest(HttpMethod.Post, new Uri(package, "items"), JsonBody, NewItem(ownerId)),
    };

    private static byte[] NewItem(string ownerId) => Encoding.UTF8.GetBytes(
        $$"""{"ownerId":"{{ownerId}}","name":"Spare part","weightKilograms":2.5}""");
}
