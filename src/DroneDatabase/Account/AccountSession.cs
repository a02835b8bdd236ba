using Microsoft.Azure.Cosmos;

namespace DroneDelivery.DroneDatabase.Account;

/// <summary>Tests on an account, from the question what they may cost to the lowering of the throughput at their end.</summary>
public sealed class AccountSession : IDisposable
{
    /// <summary>Less than the time that the lab has to end after Ctrl+C.</summary>
    private static readonly TimeSpan LowerLimit = TimeSpan.FromSeconds(40);

    private readonly CosmosClient _client;
    private readonly AccountThroughput _throughput;
    private readonly string _mode;
    private readonly Action<string> _say;
    private readonly Action<string> _warn;
    private readonly TimeProvider _time;
    private readonly Lock _lock = new();
    private Task<bool>? _lowering;
    private AccountInterrupt? _interrupt;
    private IReadOnlyList<string> _faults = [];

    /// <param name="mode">How the services reach the account: gateway or direct.</param>
    /// <param name="warn">Prints a line that must not be overlooked.</param>
    public AccountSession(
        AccountConnection connection, string mode, AzureCli cli, Action<string> say, Action<string> warn, TimeProvider time)
    {
        (_client, _mode, _say, _warn, _time) = (connection.CreateClient(), mode, say, warn, time);
        _throughput = new AccountThroughput(_client, cli, time);
        Environment = new Dictionary<string, string>
        {
            ["Cosmos__ConnectionString"] = connection.Cosmos,
            ["Cosmos__Identity"] = connection.Identity ? "true" : "false",
            ["Cosmos__Mode"] = mode,
        };
    }

    /// <summary>The account in words.</summary>
    public string Name => $"{_client.Endpoint.Host} in {_mode} mode";

    /// <summary>Whether services see their calls: in Direct mode the SDK makes none by HTTP.</summary>
    public bool IsCounted => _mode != "direct";

    /// <summary>What a service needs to use the account: not as flags, which other users of the machine can read.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; }

    /// <summary>Counts the partitions, says what the tests cost, and asks. Changes nothing.</summary>
    /// <param name="what">The tests in words, with the time that they take.</param>
    /// <param name="maxRequestUnitsPerSecond">The maximum RU/s of the container under test.</param>
    /// <param name="isAgreed">Whether the answer was given before.</param>
    /// <param name="ask">Reads the answer; null without a terminal.</param>
    /// <exception cref="ExpectedException">The account cannot be used, or the answer is no.</exception>
    public async Task PrepareAsync(
        string what, int maxRequestUnitsPerSecond, bool isAgreed, Func<string?>? ask, CancellationToken cancellationToken)
    {
        if (!isAgreed && ask is null)
        {
            throw new ExpectedException("The tests cost money, and there is no terminal to ask: --yes agrees to the cost.");
        }

        await _throughput.CheckPartitionsAsync(cancellationToken);
        var (max, min) = (AccountThroughput.Sum(maxRequestUnitsPerSecond), AccountThroughput.Sum(0));
        _say($"""
            {Name}: {what}.
            List prices of pay as you go (region East US, US dollars, 2025; yours may differ):
              {await DescribePresentAsync(cancellationToken)}
              during the tests, up to {max:N0} RU/s   {AccountThroughput.DollarsAnHour(max)} an hour
              afterwards, {min:N0} RU/s              {AccountThroughput.DollarsAnHour(min)} an hour, until they are deleted
            Each hour is billed by its highest RU/s.
            The throughput is lowered at the end, also after a failure, Ctrl+C or SIGHUP; not if the lab is killed.
            """);
        if (isAgreed)
        {
            return;
        }

        _say("Type \"yes\" to run it:");
        // Reading from a terminal cannot be cancelled.
        var answer = await Task.Run(ask!, CancellationToken.None).WaitAsync(cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        if (answer?.Trim() != "yes")
        {
            throw new ExpectedException("Nothing was run, and nothing was changed.");
        }
    }

    /// <summary>
    /// A token for the tests. When it is cancelled, the commands that lower the throughput are printed first. Until the session is
    /// disposed, a closed terminal does not end the program, so that results are written.
    /// </summary>
    public CancellationToken InterruptBy(CancellationToken cancellationToken)
    {
        _interrupt?.Dispose();
        _interrupt = new AccountInterrupt(
            () => SayIfPossible(
                _say, ["The throughput is lowered when the load has stopped. If the lab ends before that, run",
                .. _throughput.CommandsToLower]),
            cancellationToken);
        return _interrupt.Token;
    }

    /// <inheritdoc cref="AccountThroughput.SetAsync"/>
    public Task SetThroughputAsync(string container, int requestUnitsPerSecond, CancellationToken cancellationToken) =>
        _throughput.SetAsync(container, requestUnitsPerSecond, cancellationToken);

    /// <summary>Lowers the throughput, and says what remains to be paid if that fails. Later calls wait for the first.</summary>
    /// <returns>Whether all containers have their minimum.</returns>
    public Task<bool> LowerAsync()
    {
        lock (_lock)
        {
            return _lowering ??= LowerOnceAsync();
        }
    }

    /// <summary>Says at the very end which containers were not lowered: the report before it is long.</summary>
    public void Dispose()
    {
        SayIfPossible(_warn, _faults);
        _interrupt?.Dispose();
        _client.Dispose();
    }

    private async Task<bool> LowerOnceAsync()
    {
        SayIfPossible(_say, ["Lowering the throughput"]);
        using var limit = new CancellationTokenSource(LowerLimit, _time);
        _faults = await _throughput.LowerAsync(limit.Token);
        SayIfPossible(_say, _faults);
        return _faults.Count == 0;
    }

    private async Task<string> DescribePresentAsync(CancellationToken cancellationToken)
    {
        if (await _throughput.ReadSumAsync(cancellationToken) is { } present)
        {
            return $"at this moment, {present:N0} RU/s        {AccountThroughput.DollarsAnHour(present)} an hour, "
                + "which this hour costs already";
        }

        var seeded = AccountThroughput.SumAtCreation;
        return $"at this moment, not known: {seeded:N0} RU/s ({AccountThroughput.DollarsAnHour(seeded)} an hour) if they were "
            + "created in this hour";
    }

    /// <summary>A closed terminal takes no text, and the throughput is lowered in any case.</summary>
    private static void SayIfPossible(Action<string> say, IReadOnlyList<string> lines) =>
        ClosedTerminal.Ignore(() => lines.ToList().ForEach(say));
}
