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

    /// <param name="mode">How the services reach the account: gateway or direct.</param>
    public AccountSession(AccountConnection connection, string mode, AzureCli cli, Action<string> say)
    {
        (_client, _mode, _say) = (connection.CreateClient(), mode, say);
        _throughput = new AccountThroughput(_client, cli);
        Environment = new Dictionary<string, string>
        {
            ["Cosmos__ConnectionString"] = connection.Cosmos,
            ["Cosmos__Identity"] = connection.Identity ? "true" : "false",
            ["Cosmos__Mode"] = mode,
        };
    }

    /// <summary>The account in words.</summary>
    public string Name => $"{_client.Endpoint.Host} in {_mode} mode";

    /// <summary>What a service needs to use the account: not as flags, which other users of the machine can read.</summary>
    public IReadOnlyDictionary<string, string> Environment { get; }

    /// <summary>Counts the partitions, says what the tests cost, and asks. Changes nothing.</summary>
    /// <param name="what">The tests in words, with the time that they take.</param>
    /// <param name="maxRequestUnitsPerSecond">The most RU/s of the container under test.</param>
    /// <param name="isAgreed">Whether the answer was given before.</param>
    /// <param name="ask">Reads the answer; null without a terminal.</param>
    /// <exception cref="ExpectedException">The account is not fit, or the answer is no.</exception>
    public async Task PrepareAsync(
        string what, int maxRequestUnitsPerSecond, bool isAgreed, Func<string?>? ask, CancellationToken cancellationToken)
    {
        if (!isAgreed && ask is null)
        {
            throw new ExpectedException("The tests cost money, and there is no terminal to ask: --yes agrees to the cost.");
        }

        await _throughput.CheckPartitionsAsync(cancellationToken);
        var (most, least) = (AccountThroughput.Sum(maxRequestUnitsPerSecond), AccountThroughput.Sum(0));
        _say($"""
            {Name}: {what}.
            List prices of pay as you go (region East US, US dollars, 2025; yours may differ):
              during the tests, up to {most:N0} RU/s   {AccountThroughput.DollarsAnHour(most)} an hour
              afterwards, {least:N0} RU/s              {AccountThroughput.DollarsAnHour(least)} an hour, until they are deleted
            Each hour is billed by its highest RU/s, and the RU/s that the containers have at this moment count too.
            The throughput is lowered at the end, also after a failure or Ctrl+C; not if the lab is killed.
            """);
        if (isAgreed)
        {
            return;
        }

        _say("Type \"yes\" to run it:");
        if (ask!()?.Trim() != "yes")
        {
            throw new ExpectedException("Nothing was run, and nothing was changed.");
        }
    }

    /// <inheritdoc cref="AccountThroughput.SetAsync"/>
    public Task SetThroughputAsync(string container, int requestUnitsPerSecond, CancellationToken cancellationToken) =>
        _throughput.SetAsync(container, requestUnitsPerSecond, cancellationToken);

    /// <summary>Lowers the throughput, and says what remains to be paid if that fails.</summary>
    /// <returns>Whether all containers have their minimum.</returns>
    public async Task<bool> LowerAsync(TimeProvider time)
    {
        _say("Lowering the throughput");
        using var limit = new CancellationTokenSource(LowerLimit, time);
        var faults = await _throughput.LowerAsync(limit.Token);
        faults.ToList().ForEach(_say);
        return faults.Count == 0;
    }

    public void Dispose() => _client.Dispose();
}
