using DroneDelivery.Lab.Tests.Doctor;
using DroneDelivery.LoadTests.Lab.GatewayCost;

namespace DroneDelivery.Lab.Tests.GatewayCost;

public sealed class CostTargetsTests
{
    [Theory]
    [InlineData("full,no-keep-alive", 0, true)]
    [InlineData("full,no-keep-alive", 1, false)]
    [InlineData("full", 0, false)]
    public void PortWarning_PortsAreNotUsedAgain_IsForTheTargetWithoutKeepAlive(string targets, long reuse, bool expected)
    {
        var machine = ExaminationTests.Good with { Sockets = ExaminationTests.Good.Sockets! with { TimeWaitReuse = reuse } };

        var warning = CostTargets.PortWarning(CostTargets.Choose(targets.Split(',')), machine);

        Assert.Equal(expected, warning is not null);
        Assert.True(!expected || warning!.Contains("sudo sysctl -w net.ipv4.tcp_tw_reuse=1."), warning);
    }
}
