using DroneDelivery.LoadTests.Lab.Folders;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Folders;

public sealed class SessionFolderTests : IDisposable
{
    private readonly DirectoryInfo _runs = Directory.CreateTempSubdirectory("drone-folders-");

    public void Dispose() => _runs.Delete(recursive: true);

    [Fact]
    public void Path_OfTheSameSecondAndName_IsAnotherOne()
    {
        var time = new ManualTimeProvider();
        List<string> paths = [];
        for (var i = 0; i < 3; i++)
        {
            paths.Add(SessionFolder.PathOf(_runs.FullName, "http", time));
            SessionFolder.Make(paths[^1]);
        }

        Assert.EndsWith("-http", paths[0]);
        Assert.Equal([paths[0], $"{paths[0]}-2", $"{paths[0]}-3"], paths);
        Assert.EndsWith("-soak", SessionFolder.PathOf(_runs.FullName, "soak", time));
    }
}
