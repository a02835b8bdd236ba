namespace DroneDelivery.Deploy.Tests.Azure;

/// <summary>What <c>up</c> does when a deployment fails, is interrupted, or is still active: no container keeps the RU/s of its creation.</summary>
public sealed class UpRecoveryTests : ScriptTest
{
    [Fact]
    public async Task Up_AfterADeploymentThatFailedHalfWay_CreatesTheMissingContainer()
    {
        (Tools.ContainersExist, Tools.MissingContainer) = (true, "deliveriesByOwnerId");

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains(
            Tools.Calls, call => call.Contains("step=partitions ", StringComparison.Ordinal)
                && call.Contains(" newContainers=[\"deliveriesByOwnerId\"] ", StringComparison.Ordinal));
        Assert.Equal(Throughput(2_500, 2_500, 400), Tools.ReadThroughput());
    }

    [Theory]
    [InlineData("partitions")]
    [InlineData("throughput")]
    public async Task Up_DeploymentFails_LowersTheContainers(string step)
    {
        Tools.FailingStep = step;

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Equal(
            """
            Not finished. Cancelling the deployment, then lowering the containers: up to 8 minutes. Ctrl+C does not end this.
              deliveriesByDeliveryId has 600 RU/s.
              deliveriesByOwnerId has 600 RU/s.
              deliverySummaries has 400 RU/s.
            Run this again, or deploy/azure/down --group drone-delivery.

            """,
            result.Errors);
        Assert.Equal(Throughput(600, 600, 400), Tools.ReadThroughput());
    }

    [Fact]
    public async Task Up_DeploymentFailsBeforeAContainerIsCreated_SaysThatItDoesNotExist()
    {
        (Tools.FailingStep, Tools.MissingContainer) = ("partitions", "deliveriesByOwnerId");

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.Contains("  deliveriesByOwnerId does not exist.\n", result.Errors, StringComparison.Ordinal);
        Assert.DoesNotContain("Not lowered", result.Errors, StringComparison.Ordinal);
        Assert.Equal([400, 600], Tools.ReadThroughput().Values.Order());
    }

    // The fake creates the containers only after both deployments were cancelled, and the script asked for the account twice.
    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    [InlineData("HUP")]
    public async Task Up_InterruptedWhileAzureCreatesContainers_CancelsTheDeploymentsAndLowersTheContainers(string signal)
    {
        Tools.InterruptingSignal = signal;

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.NotEqual(0, result.ExitCode);
        Assert.Equal(Throughput(600, 600, 400), Tools.ReadThroughput());
        Assert.Contains("az deployment group cancel -g drone-delivery -n drone-delivery-partitions -o none", Tools.Calls);
        Assert.DoesNotContain("Not lowered", result.Errors, StringComparison.Ordinal);
    }

    // To write to the file fails; to write to a pipe whose reader has ended is a signal.
    [Theory]
    [InlineData("2>/dev/full", "")]
    [InlineData("2>/dev/full", "HUP")]
    [InlineData("2> >(:)", "HUP")]
    public async Task Up_TerminalIsClosed_LowersTheContainers(string errors, string signal)
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "There is no /dev/full, to which no output can be written.");
        (Tools.Errors, Tools.InterruptingSignal, Tools.FailingStep) = (errors, signal, "throughput");

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.NotEqual(0, result.ExitCode);
        Assert.Equal(Throughput(600, 600, 400), Tools.ReadThroughput());
    }

    [Fact]
    public async Task Up_DeploymentCannotBeCancelled_PrintsTheCostAndTheCommandsThatEndIt()
    {
        (Tools.InterruptingSignal, Tools.CanCancel) = ("TERM", false);

        var result = await Tools.RunAsync("up", "yes", [.. Email, "--group", "mine"]);

        Assert.EndsWith(
            """
            Not lowered: up to 9.12 dollars an hour until these commands succeed, or deploy/azure/down --group mine:
              az deployment group cancel -g mine -n drone-delivery-partitions
              az deployment group cancel -g mine -n drone-delivery-partitions-partitions
              az cosmosdb sql container throughput update -g mine -a drones-abc -d drones -n deliveriesByDeliveryId --throughput 600
              az cosmosdb sql container throughput update -g mine -a drones-abc -d drones -n deliveriesByOwnerId --throughput 600
              az cosmosdb sql container throughput update -g mine -a drones-abc -d drones -n deliverySummaries --throughput 400
            Run this again, or deploy/azure/down --group mine.

            """,
            result.Errors,
            StringComparison.Ordinal);
        Assert.Contains("(300 of 300 s)", result.Errors, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("drone-delivery-partitions")]
    [InlineData("drone-delivery-throughput-cosmos")]
    public async Task Up_WhileAnEarlierDeploymentIsActive_SaysSoAndCancelsItFirst(string deployment)
    {
        (Tools.GroupExists, Tools.ActiveDeployments) = (true, [deployment]);

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.True(result.ExitCode == 0, result.Errors);
        Assert.Contains($"It is cancelled first: {deployment}\n", result.Output, StringComparison.Ordinal);
        Assert.Equal(Throughput(2_500, 2_500, 400), Tools.ReadThroughput());
    }

    [Fact]
    public async Task Up_AnsweredWithNoWhileADeploymentIsActive_CancelsNothing()
    {
        (Tools.GroupExists, Tools.ActiveDeployments) = (true, ["drone-delivery-partitions"]);

        await Tools.RunAsync("up", "no", Email);

        Assert.DoesNotContain(Tools.Calls, call => call.Contains("cancel", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Up_EarlierDeploymentCannotBeCancelled_CreatesNothing()
    {
        (Tools.GroupExists, Tools.ActiveDeployments, Tools.CanCancel) = (true, ["drone-delivery-partitions"], false);

        var result = await Tools.RunAsync("up", "yes", Email);

        Assert.Equal(1, result.ExitCode);
        Assert.Contains("Waiting for the end of drone-delivery-partitions", result.Errors, StringComparison.Ordinal);
        Assert.Equal(["group create"], Changes);
    }
}
