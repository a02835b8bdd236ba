using System.ComponentModel.DataAnnotations;
using DroneDelivery.Gateway.Requests;

namespace DroneDelivery.Gateway.Tests.Requests;

public sealed class RequestOptionsTests
{
    public static TheoryData<string> Names =>
    [
        "--max-body-kb", "--max-header-kb", "Requests:BodyTimeout", "Requests:MaxHeaders", "--header-timeout", "--min-data-rate",
        "Requests:DataRateGrace",
    ];

    [Theory]
    [MemberData(nameof(Names))]
    public void Validate_BelowItsMinimum_IsNamed(string name)
    {
        var options = new RequestOptions();
        switch (name)
        {
            case "--max-body-kb": options.MaxBodyKilobytes = 0; break;
            case "--max-header-kb": options.MaxHeaderKilobytes = 0; break;
            case "Requests:BodyTimeout": options.BodyTimeout = TimeSpan.FromMilliseconds(99); break;
            case "Requests:MaxHeaders": options.MaxHeaders = 0; break;
            case "--header-timeout": options.HeaderTimeout = TimeSpan.FromMilliseconds(99); break;
            case "--min-data-rate": options.MinBytesPerSecond = 0; break;
            default: options.DataRateGrace = TimeSpan.FromSeconds(1); break;
        }

        Assert.StartsWith($"{name} must be ", Assert.Single(Validate(options)));
    }

    [Theory]
    [InlineData(0, 1)]
    [InlineData(65_537, 1)]
    [InlineData(1, 513)]
    [InlineData(65_537, 524_288)]
    public void Validate_UploadsOutOfRangeOrTooSmallForTheirBodies_NamesTheFlag(int megabytes, int bodyKilobytes) => Assert.Equal(
        [$"--max-upload-mb must be from 1 to 65536, and at least twice --max-body-kb, not {megabytes}."],
        Validate(new RequestOptions { MaxUploadMegabytes = megabytes, MaxBodyKilobytes = bodyKilobytes }));

    [Theory]
    [InlineData(1, 512)]
    [InlineData(65_536, 524_288)]
    public void Validate_UploadsAtTheirBounds_AreAllowed(int megabytes, int bodyKilobytes) => Assert.Empty(
        Validate(new RequestOptions { MaxUploadMegabytes = megabytes, MaxBodyKilobytes = bodyKilobytes }));

    // The buffer of a body doubles, and its size is an int.
    [Fact]
    public void Validate_BodyWhoseBufferWouldBeTooLarge_IsRefused() => Assert.StartsWith(
        "--max-body-kb must be ", Assert.Single(Validate(new() { MaxUploadMegabytes = 65_536, MaxBodyKilobytes = 524_289 })));

    // The services do not accept more.
    [Fact]
    public void Validate_HeadersLargerOrMoreThanServicesAccept_AreRefused() => Assert.Equal(
        ["--max-header-kb must be from 1 to 512, not 513.", "Requests:MaxHeaders must be from 1 to 10000, not 10001."],
        Validate(new() { MaxHeaderKilobytes = 513, MaxHeaders = 10_001 }));

    private static IEnumerable<string?> Validate(RequestOptions options) =>
        options.Validate(new ValidationContext(options)).Select(result => result.ErrorMessage);
}
