namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>The options for the counters of the emulator that the service under load uses, or of <c>record</c>.</summary>
internal sealed class CosmosCounterOptions
{
    private readonly Option<string?> _cosmos = TextOption.Create(
        "--cosmos", "URL",
        "The emulator of this repository that the service uses, or the address of record: its counters are set to zero, and "
        + "become the request units, 429s and partitions of the run.");

    private readonly Option<string?> _container = TextOption.Create(
        "--container", "NAME", "With --cosmos, the container under study. Default: the one that uses most RU.");

    public void AddTo(Command command) => Array.ForEach<Option>([_cosmos, _container], command.Options.Add);

    /// <summary>Null without <c>--cosmos</c>.</summary>
    /// <exception cref="FormatException">It is no address, or that of another machine, which is not allowed.</exception>
    public CosmosCounters? Read(CommandResult line, bool allowRemote)
    {
        line.RefuseIf(!line.Has(_cosmos), _cosmos.Name, _container);
        return line.GetValue(_cosmos) is { } address
            ? new CosmosCounters(RequestOptions.Target(address, allowRemote), line.GetValue(_container) ?? "")
            : null;
    }
}

/// <summary>Where the counters of Cosmos DB are read during a run.</summary>
/// <param name="Container">Empty for the container that uses most RU.</param>
internal sealed record CosmosCounters(Uri Endpoint, string Container)
{
    /// <summary>The system with its database. The caller disposes its <see cref="WatchedSystem.Emulator"/>.</summary>
    /// <exception cref="LabException">No counters are served at the address, or there is no such container.</exception>
    public async Task<WatchedSystem> AddToAsync(WatchedSystem system, CancellationToken cancellationToken)
    {
        var emulator = new EmulatorAdmin(Endpoint);
        try
        {
            if (!await emulator.IsThereAsync(cancellationToken))
            {
                throw new LabException(
                    $"--cosmos {Endpoint}: an account has no counters. Put record in front of it: record --help.");
            }

            var state = await emulator.ReadStateAsync(long.MaxValue, cancellationToken);
            var names = state.Containers.Select(each => each.Id).ToList();
            return names.Count > 0 && Container.Length > 0 && !names.Contains(Container)
                ? throw new LabException($"--cosmos {Endpoint} has no container {Container}. It has {string.Join(", ", names)}.")
                : system with { Emulator = emulator, Container = Container };
        }
        catch (Exception exception)
        {
            emulator.Dispose();
            throw exception is HttpRequestException
                ? new LabException($"--cosmos {Endpoint}: nothing answers: {exception.Message}", exception)
                : exception;
        }
    }
}
