using System.Text.RegularExpressions;

namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>What <c>down</c> deletes.</summary>
public sealed class DownTests : ScriptTest
{
    [Fact]
    public async Task Down_AnsweredWithYes_DeletesTheGroupAndItsWorkspace()
    {
        Tools.GroupExists = true;

        var result = await Tools.RunAsync("down", "yes");

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains(
            "az monitor log-analytics workspace delete -g drone-delivery -n drones-logs --force --yes -o none", Tools.Calls);
        Assert.Contains("az group delete -n drone-delivery --yes", Tools.Calls);
        Assert.Contains("Nothing is left.", result.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Down_WhileADeploymentIsActive_CancelsItFirst()
    {
        (Tools.GroupExists, Tools.ActiveDeployments) = (true, ["drone-delivery-partitions", "drone-delivery-partitions-cluster"]);

        var result = await Tools.RunAsync("down", "yes");

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Equal(
            [
                "az deployment group cancel -g drone-delivery -n drone-delivery-partitions -o none",
                "az deployment group cancel -g drone-delivery -n drone-delivery-partitions-cluster -o none",
                "az group delete -n drone-delivery --yes",
            ],
            Tools.Calls.Where(call => Regex.IsMatch(call, "^az (group delete|deployment group cancel)")));
    }

    [Fact]
    public async Task Down_AnsweredWithNo_DeletesNothing()
    {
        Tools.GroupExists = true;

        var result = await Tools.RunAsync("down", "no");

        Assert.Equal((1, "Nothing was deleted.\n"), (result.ExitCode, result.Errors));
        Assert.DoesNotContain(Tools.Calls, call => call.Contains("delete", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Down_WithAResourceThatStays_FailsAndNamesIt()
    {
        Tools.Leftover = "Microsoft.DocumentDB/databaseAccounts\tdrones-abc";

        var result = await Tools.RunAsync("down", "yes");

        Assert.Equal(1, result.ExitCode);
        Assert.Contains(Tools.Leftover, result.Errors, StringComparison.Ordinal);
    }
}
