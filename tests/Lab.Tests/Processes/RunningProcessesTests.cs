using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

public sealed class RunningProcessesTests
{
    private static readonly (string, int)[] Running = [("init", 1), ("shop-api", 20), ("shop-api", 21), ("postgres", 30)];

    [Fact]
    public void Choose_NameOfOneProcess_IsItsName() =>
        Assert.Equal([("postgres", 30)], RunningProcesses.Choose(Running, [], ["postgres"]));

    [Fact]
    public void Choose_SeveralOfOneName_HaveTheirIdsInTheirNames() =>
        Assert.Equal([("shop-api 20", 20), ("shop-api 21", 21)], RunningProcesses.Choose(Running, [], ["shop-api"]));

    [Fact]
    public void Choose_SameProcessByIdAndName_IsChosenOnce() =>
        Assert.Equal([("postgres", 30), ("init", 1)], RunningProcesses.Choose(Running, [(null, 30), (null, 1)], ["postgres"]));

    [Fact]
    public void Choose_IdWithService_HasTheNameOfTheService() =>
        Assert.Equal([("shop", 20)], RunningProcesses.Choose(Running, [("shop", 20)], []));

    [Fact]
    public void Choose_UnknownName_ListsSimilarNamesFirst()
    {
        var error = Assert.Throws<FormatException>(() => RunningProcesses.Choose(Running, [], ["Shop"]));

        Assert.Equal("--process: there is no process named 'Shop'. There is shop-api, postgres, init.", error.Message);
    }

    [Fact]
    public void Choose_UnknownId_ListsNames()
    {
        var error = Assert.Throws<FormatException>(() => RunningProcesses.Choose(Running, [(null, 99)], []));

        Assert.Equal("--pid: there is no process 99. There is init, postgres, shop-api.", error.Message);
    }

    [Fact]
    public void All_ThisMachine_LacksTheLabItself() =>
        Assert.DoesNotContain(Environment.ProcessId, RunningProcesses.All().Select(process => process.ProcessId));
}
