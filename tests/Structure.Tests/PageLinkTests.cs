using System.Text.RegularExpressions;

namespace DroneDelivery.Structure.Tests;

/// <summary>Links from a page to files and headings of this repository.</summary>
public sealed partial class PageLinkTests
{
    [Fact]
    public void Links_OfAllPages_LeadToFilesAndHeadingsThatExist() => Assert.Empty(
        from page in Repository.FindPages()
        from link in LinkPattern().Matches(string.Join('\n', Prose(page)))
        let target = link.Groups[1].Value
        where !target.Contains(':', StringComparison.Ordinal) && !Exists(page, target)
        select $"{page}: {target}");

    [Theory]
    [InlineData("README.md", "docs/caching.md#the-gateways-cache", true)]
    [InlineData("docs/doctor.md", "methodology.md#generator-and-machine", true)]
    [InlineData("docs/capacity.md", "#measured-on-the-example-system-1", true)]
    [InlineData("docs/doctor.md", "../loadtests/Lab", true)]
    [InlineData("docs/doctor.md", "missing.md", false)]
    [InlineData("docs/doctor.md", "caching.md#missing", false)]
    [InlineData("docs/doctor.md", "#missing", false)]
    public void Link_ToAFileOrHeading_IsFoundOnlyIfItExists(string page, string target, bool exists) =>
        Assert.Equal(exists, Exists(Path.Combine(Repository.Root, page), target));

    private static bool Exists(string page, string target)
    {
        var (path, heading) = target.Split('#') is [var file, var anchor] ? (file, anchor) : (target, "");
        var linked = path.Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, path);
        return Path.Exists(linked) && (heading.Length == 0 || Anchors(linked).Contains(heading));
    }

    /// <summary>The anchors that GitHub gives to headings, and those in the text.</summary>
    private static HashSet<string> Anchors(string page)
    {
        var anchors = new HashSet<string>();
        foreach (var line in Prose(page))
        {
            if (line.StartsWith('#'))
            {
                var name = PunctuationPattern().Replace(line.TrimStart('#').Trim().ToLowerInvariant(), "").Replace(' ', '-');
                var unique = Enumerable.InfiniteSequence(1, 1).Select(number => $"{name}-{number}").Prepend(name);
                anchors.Add(unique.First(each => !anchors.Contains(each)));
            }

            anchors.UnionWith(AnchorPattern().Matches(line).Select(anchor => anchor.Groups[1].Value));
        }

        return anchors;
    }

    /// <summary>The lines that are no code.</summary>
    private static IEnumerable<string> Prose(string page)
    {
        var isCode = false;
        foreach (var line in File.ReadLines(page))
        {
            var isFence = line.TrimStart().StartsWith("```", StringComparison.Ordinal);
            isCode ^= isFence;
            if (!isCode && !isFence)
            {
                yield return line;
            }
        }
    }

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex LinkPattern();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex PunctuationPattern();

    [GeneratedRegex("<a id=\"([^\"]*)\">")]
    private static partial Regex AnchorPattern();
}
