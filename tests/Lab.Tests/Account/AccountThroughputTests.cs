using DroneDelivery.DroneDatabase;
using DroneDelivery.DroneDatabase.Account;
using DroneDelivery.SampleData;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Account;

public sealed class AccountThroughputTests
{
    private const string ByDeliveryId = "deliveriesByDeliveryId";
    private const string ByOwnerId = "deliveriesByOwnerId";

    private static readonly AzureCli NoCli = new("/there/is/no/az");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Set_WithAKey_RaisesOneContainerAndLowersTheOthers()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var client = new AccountConnection(account.ConnectionString, Identity: false).CreateClient();
        var throughput = new AccountThroughput(client, NoCli, TimeProvider.System);

        await throughput.SetAsync(ByOwnerId, 2_500, Cancelled);
        var during = await account.ReadThroughputAsync();
        var faults = await throughput.LowerAsync(Cancelled);

        Assert.Equal([600, 2_500, 400], during);
        Assert.Empty(faults);
        Assert.Equal([600, 600, 400], await account.ReadThroughputAsync());
    }

    [Fact]
    public async Task Set_WithAToken_UsesTheAzureCli()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program in place of the Azure CLI is a shell script.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var az = new AzureCliScript(account.Folder);
        var throughput = new AccountThroughput(client, new AzureCli(az.Path), TimeProvider.System);

        await throughput.SetAsync(ByDeliveryId, 900, Cancelled);
        Assert.Empty(await throughput.LowerAsync(Cancelled));

        const string Update = "cosmosdb sql container throughput update --account-name 127 --resource-group drones-group "
            + "--database-name drones --name ";
        Assert.Equal(
            [
                $"{Update}{ByOwnerId} --throughput 600", $"{Update}deliverySummaries --throughput 400",
                $"{Update}{ByDeliveryId} --throughput 900", $"{Update}{ByDeliveryId} --throughput 600",
            ],
            az.Changes);
    }

    [Fact]
    public async Task Set_WithATokenAndWithoutAzureCli_SaysWhatIsMissingInOneLine()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var throughput = new AccountThroughput(client, NoCli, TimeProvider.System);

        var refused = await Assert.ThrowsAsync<ExpectedException>(() => throughput.SetAsync(ByDeliveryId, 900, Cancelled));

        Assert.StartsWith(
            $"Cosmos DB does not let this identity change the throughput of {ByOwnerId} (403/5300): ", refused.Message);
        Assert.Contains("the Azure CLI (/there/is/no/az) could not be started", refused.Message, StringComparison.Ordinal);
        Assert.EndsWith(
            "Command: az cosmosdb sql container throughput update --account-name 127 --resource-group $(az cosmosdb list "
            + "--query \"[?name=='127'].resourceGroup\" --output tsv) --database-name drones "
            + $"--name {ByOwnerId} --throughput 600",
            refused.Message);
        Assert.DoesNotContain('\n', refused.Message);
    }

    [Fact]
    public async Task Lower_AccountIsGone_SaysForEachWhatRemainsToBePaidAndTheCommand()
    {
        AccountThroughput throughput;
        var account = await AccountEmulator.StartAsync(partitions: 9);
        using var client = new AccountConnection(account.ConnectionString, Identity: false).CreateClient();
        await using (account)
        {
            throughput = new AccountThroughput(client, NoCli, TimeProvider.System);
            await throughput.SetAsync(ByDeliveryId, 2_500, Cancelled);
        }

        using var limit = new CancellationTokenSource(TimeSpan.FromSeconds(2));
        var faults = await throughput.LowerAsync(limit.Token);

        // The others have their minimum already.
        var lines = Assert.Single(faults).Split(Environment.NewLine);
        Assert.Equal(
            $"{ByDeliveryId} was not lowered: 2,500 RU/s remain to be paid, 0.20 dollars an hour, until you run", lines[0]);
        Assert.Equal($"  {throughput.CommandFor(ByDeliveryId, 600)}", lines[1]);
    }

    [Fact]
    public async Task Lower_AnyException_NamesTheCommandOfEachContainer()
    {
        var client = new AccountConnection("AccountEndpoint=https://drones.example/;AccountKey=a2V5", Identity: false).CreateClient();
        var throughput = new AccountThroughput(client, NoCli, TimeProvider.System);
        client.Dispose();

        using var limit = new CancellationTokenSource(TimeSpan.FromMilliseconds(200));
        var faults = await throughput.LowerAsync(limit.Token);

        Assert.Equal(3, faults.Count);
        Assert.All(faults.Zip(throughput.CommandsToLower), fault =>
            Assert.Contains(fault.Second, fault.First, StringComparison.Ordinal));
        Assert.All(faults, fault => Assert.Contains("disposed", fault, StringComparison.Ordinal));
    }

    [Fact]
    public async Task Lower_FirstTryIsRefused_TriesAgainAfterAPause()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program in place of the Azure CLI is a shell script.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var az = new AzureCliScript(account.Folder, firstRefused: 4, lastRefused: 4);
        var clock = new ManualTimeProvider();
        var throughput = new AccountThroughput(client, new AzureCli(az.Path), clock);
        await throughput.SetAsync(ByDeliveryId, 900, Cancelled);

        var lowering = throughput.LowerAsync(Cancelled);
        await UntilAsync(() => clock.PendingTimers > 0);
        Assert.Equal(4, az.Changes.Count);
        clock.Advance(TimeSpan.FromSeconds(4));

        Assert.Empty(await lowering);
        Assert.EndsWith($"{ByDeliveryId} --throughput 600", az.Changes[^1]);
        Assert.Equal(5, az.Changes.Count);
    }

    [Fact]
    public async Task Set_AzureCliDoesNotEnd_FailsAfterThreeMinutes()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "The program in place of the Azure CLI is a shell script.");
        await using var account = await AccountEmulator.StartAsync(partitions: 9, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var az = new AzureCliScript(account.Folder, seconds: 600);
        var clock = new ManualTimeProvider();
        var throughput = new AccountThroughput(client, new AzureCli(az.Path), clock);

        var setting = throughput.SetAsync(ByDeliveryId, 900, Cancelled);
        await UntilAsync(() => az.Changes.Count == 1);
        clock.Advance(TimeSpan.FromMinutes(3));

        var failure = await Assert.ThrowsAsync<ExpectedException>(() => setting.WaitAsync(TimeSpan.FromSeconds(30), Cancelled));
        Assert.Equal(
            $"The throughput was not changed within 3 minutes. Command: {throughput.CommandFor(ByDeliveryId, 900)}",
            failure.Message);
    }

    [Theory]
    [InlineData(true, "az.cmd")]
    [InlineData(false, "az")]
    public void AzureCli_Name_IsThatOfTheSystem(bool windows, string name) => Assert.Equal(name, AzureCli.NameOn(windows));

    [Theory]
    [InlineData(9, null, null)]
    [InlineData(8, null, "deliveriesByDeliveryId has 8 physical partitions instead of 9. Nothing was changed. ")]
    [InlineData(9, ByOwnerId, "http://127.0.0.1:*/ has no container deliveriesByOwnerId. Nothing was changed. ")]
    [InlineData(9, "deliverySummaries", "http://127.0.0.1:*/ has no container deliverySummaries. Nothing was changed. ")]
    public async Task CheckPartitions_AnyContainers_AcceptsNinePartitionsAndChangesNothing(
        int partitions, string? missing, string? refusal)
    {
        var containers = DroneContainers.All.Where(container => container.Id != missing);
        await using var account = await AccountEmulator.StartAsync(partitions, containers, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var throughput = new AccountThroughput(client, NoCli, TimeProvider.System);

        var failure = await Record.ExceptionAsync(() => throughput.CheckPartitionsAsync(Cancelled));

        if (refusal is null)
        {
            Assert.Null(failure);
        }
        else
        {
            Assert.StartsWith(
                refusal.Replace("*", $"{account.Endpoint.Port}", StringComparison.Ordinal),
                Assert.IsType<ExpectedException>(failure).Message);
        }

        Assert.Equal("{}", await account.ReadManagementCallsAsync());
    }

    [Theory]
    [InlineData(0, 1_600)]
    [InlineData(2_500, 3_500)]
    public void Sum_OneContainerUnderTest_IsThatOfAllContainers(int requestUnits, int expected) =>
        Assert.Equal(expected, AccountThroughput.Sum(requestUnits));

    private static async Task UntilAsync(Func<bool> condition)
    {
        using var poll = new PeriodicTimer(TimeSpan.FromMilliseconds(20));
        while (!condition())
        {
            await poll.WaitForNextTickAsync(Cancelled);
        }
    }
}
