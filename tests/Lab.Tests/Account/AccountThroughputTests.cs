using DroneDelivery.DroneDatabase;
using DroneDelivery.DroneDatabase.Account;

namespace DroneDelivery.Lab.Tests.Account;

public sealed class AccountThroughputTests
{
    private const string ByDeliveryId = "deliveriesByDeliveryId";
    private const string ByOwnerId = "deliveriesByOwnerId";

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Set_WithAKey_RaisesOneContainerAndLowersTheOthers()
    {
        await using var account = await AccountEmulator.StartAsync(partitions: 9);
        using var client = new AccountConnection(account.ConnectionString, Identity: false).CreateClient();
        var throughput = new AccountThroughput(client, new AzureCli("/there/is/no/az"));

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
        var throughput = new AccountThroughput(client, new AzureCli(az.Path));

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
        var throughput = new AccountThroughput(client, new AzureCli("/there/is/no/az"));

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
            throughput = new AccountThroughput(client, new AzureCli("/there/is/no/az"));
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

    [Theory]
    [InlineData(9, null)]
    [InlineData(8, "deliveriesByDeliveryId has 8 physical partitions instead of 9. Nothing was changed. ")]
    public async Task CheckPartitions_AnyNumber_AcceptsNineAndChangesNothing(int partitions, string? refusal)
    {
        await using var account = await AccountEmulator.StartAsync(partitions, "--auth", "aad");
        using var client = account.CreateClientWithToken();
        var throughput = new AccountThroughput(client, new AzureCli("/there/is/no/az"));

        var failure = await Record.ExceptionAsync(() => throughput.CheckPartitionsAsync(Cancelled));

        Assert.Equal(refusal is not null, failure is ExpectedException);
        Assert.StartsWith(refusal ?? "", failure?.Message ?? "");
        Assert.Equal("{}", await account.ReadManagementCallsAsync());
    }

    [Theory]
    [InlineData(0, 1_600)]
    [InlineData(2_500, 3_500)]
    public void Sum_OneContainerUnderTest_IsThatOfAllContainers(int requestUnits, int expected) =>
        Assert.Equal(expected, AccountThroughput.Sum(requestUnits));
}
