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

    [Fact]
    public void Create_ManyAtTheSameTime_AreDifferentFolders()
    {
        var time = new ManualTimeProvider();
        var paths = new string[16];

        Parallel.For(0, paths.Length, i => paths[i] = SessionFolder.Create(_runs.FullName, "http", time));

        Assert.Equal(paths.Length, paths.Distinct().Count());
        Assert.All(paths, path => Assert.True(Directory.Exists(path)));
    }

    [Fact]
    public void DeleteIfEmpty_FolderWithAFile_KeepsIt()
    {
        var (empty, used) = (_runs.CreateSubdirectory("empty").FullName, _runs.CreateSubdirectory("used").FullName);
        File.WriteAllText(Path.Combine(used, "run.json"), "");

        SessionFolder.DeleteIfEmpty(empty);
        SessionFolder.DeleteIfEmpty(used);

        Assert.Equal((false, true), (Directory.Exists(empty), Directory.Exists(used)));
    }
}
