using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Processes;

namespace DroneDelivery.Lab.Tests.Processes;

/// <summary>Where the lab finds the programs that it starts.</summary>
public sealed class BuiltServiceTests : IDisposable
{
    private const string Lab = "loadtests/Lab/bin/Release/net10.0";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("drone-clone-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void ProgramPath_ThisBuild_IsInThisRepository() => Assert.True(File.Exists(BuiltService.Package.ProgramPath));

    [Fact]
    public void FindProgram_CloneMoved_IsThatOfTheNewFolder()
    {
        var program = MakeClone(built: true);

        Assert.Equal(program, BuiltService.Package.FindProgram(Path.Combine(_folder.FullName, Lab)));
    }

    [Fact]
    public void FindProgram_NotBuiltInTheNewFolder_SaysWhatToBuild()
    {
        var program = MakeClone(built: false);

        var error = Assert.Throws<LabException>(() => BuiltService.Package.FindProgram(Path.Combine(_folder.FullName, Lab)));

        Assert.Equal($"There is no {program}. Build loadtests/Lab in {_folder.FullName}.", error.Message);
    }

    [Fact]
    public void FindProgram_CopyOutsideOfARepository_SaysThatItNeedsOne()
    {
        var error = Assert.Throws<LabException>(() => BuiltService.Package.FindProgram(_folder.FullName));

        Assert.StartsWith($"The lab in {_folder.FullName} is outside of a clone", error.Message);
        Assert.EndsWith("Clone it, and run this there: ./lab", error.Message);
    }

    /// <returns>The path of the Package service in the clone.</returns>
    private string MakeClone(bool built)
    {
        var root = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(root.FullName, "DroneDelivery.sln")))
        {
            root = root.Parent!;
        }

        File.WriteAllText(Path.Combine(_folder.FullName, "DroneDelivery.sln"), "");
        var program = Path.Combine(_folder.FullName, Path.GetRelativePath(root.FullName, BuiltService.Package.ProgramPath));
        if (built)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(program)!);
            File.WriteAllText(program, "");
        }

        return program;
    }

    [Theory]
    [InlineData("drone-scheduler", true)]
    [InlineData("drone-scheduler-2", true)]
    [InlineData("drone-scheduler-x", false)]
    [InlineData("drone", false)]
    [InlineData("delivery-1", false)]
    public void IsProcess_NameWithADash_IsThatOfTheServiceWithOrWithoutANumber(string name, bool expected) =>
        Assert.Equal(expected, BuiltService.DroneScheduler.IsProcess(name));
}
