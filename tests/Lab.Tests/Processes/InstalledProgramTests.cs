using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

public sealed class InstalledProgramTests
{
    [Fact]
    public void Program_OfTheMachine_IsFoundWithItsPath()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Programs have other names there.");

        var path = InstalledProgram.Find("sh");

        Assert.True(Path.IsPathRooted(path) && File.Exists(path), path);
    }

    [Fact]
    public void Program_NotInstalled_IsNotFound() => Assert.Null(InstalledProgram.Find("no-such-program-of-this-lab"));
}
