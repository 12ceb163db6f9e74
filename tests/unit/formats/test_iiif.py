"""IIIF manifests: the shapes met in the wild, what is refused, and documents made to do harm."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from iiif_helpers import canvas_v2, canvas_v3, image_v2, image_v3, manifest_v2, manifest_v3, service_v2, service_v3

from core.errors import InputError
from core.formats import iiif_json
from core.formats.iiif import Manifest, read_manifest
from core.formats.iiif_json import text_of, web_address

BASE = "https://iiif.example.org"
PLAIN = f"{BASE}/plain/1.jpg"
SERVICE = f"{BASE}/image/1"


def read(document: object) -> Manifest:
    return read_manifest(json.dumps(document).encode(), "m.json")


def requests(image: dict[str, Any], side: int = 10_000, **canvas: Any) -> tuple[str, ...]:
    """Return the addresses for the image of a manifest of the version that the image is written in."""
    is_v3 = "type" in image
    one = canvas_v3(BASE, 1, image, **canvas) if is_v3 else canvas_v2(BASE, 1, image, **canvas)
    found = read((manifest_v3 if is_v3 else manifest_v2)(BASE, [one]))
    return found.canvases[0].requests(side)


def test_version_3_with_label_attribution_and_rights() -> None:
    manifest = read(manifest_v3(BASE, [canvas_v3(BASE, n, image_v3(PLAIN)) for n in (1, 2)]))
    assert (manifest.label, manifest.attribution) == ("Letters of 1755", "City Archive")
    assert manifest.rights == "http://creativecommons.org/licenses/by/4.0/"
    assert [(c.number, c.id, c.label, c.width, c.height) for c in manifest.canvases] == [
        (1, f"{BASE}/canvas/1", "f. 1r", 120, 80),
        (2, f"{BASE}/canvas/2", "f. 2r", 120, 80),
    ]
    assert manifest.canvases[0].requests(10_000) == (PLAIN,)


def test_version_2_with_label_attribution_and_rights() -> None:
    manifest = read(manifest_v2(BASE, [canvas_v2(BASE, n, image_v2(PLAIN)) for n in (1, 2)]))
    assert (manifest.label, manifest.attribution) == ("Letters of 1755", "City Archive")
    assert manifest.rights == "http://creativecommons.org/licenses/by/4.0/"
    assert [(c.number, c.id, c.label) for c in manifest.canvases] == [
        (1, f"{BASE}/canvas/1", "f. 1r"),
        (2, f"{BASE}/canvas/2", "f. 2r"),
    ]


@pytest.mark.parametrize("as_dict", [True, False])
def test_sequences_in_a_list_alone_or_nested(as_dict: bool) -> None:
    canvases = [canvas_v2(BASE, n, image_v2(PLAIN)) for n in (1, 2)]
    inner = {"@type": "sc:Sequence", "canvases": canvases}
    nested = {"@type": "sc:Sequence", "sequences": inner if as_dict else [inner]}
    for sequences in (inner, [inner], nested, [{"@type": "sc:Sequence", "canvases": []}, inner], [inner, inner]):
        document = manifest_v2(BASE, []) | {"sequences": sequences}
        assert [canvas.number for canvas in read(document).canvases] == [1, 2]


def test_the_canvases_of_all_sequences_are_read_and_sequences_elsewhere_reported() -> None:
    canvases = [canvas_v2(BASE, n, image_v2(PLAIN)) for n in (1, 2, 3)]
    orders = [{"@type": "sc:Sequence", "canvases": chosen} for chosen in (canvases[:2], canvases[::-1])]
    found = read(manifest_v2(BASE, []) | {"sequences": orders})
    assert [canvas.label for canvas in found.canvases] == ["f. 1r", "f. 2r", "f. 3r"] and not found.skipped
    elsewhere = {"@id": f"{BASE}/sequence/2", "@type": "sc:Sequence", "label": "by hand"}
    (told,) = read(manifest_v2(BASE, []) | {"sequences": [orders[0], elsewhere]}).skipped
    assert "1 more sequence" in told.place and "does not hold their images" in told.reason


def test_sequences_among_the_items_of_an_early_version_3() -> None:
    canvas = canvas_v3(BASE, 1, image_v3(PLAIN))
    assert len(read(manifest_v3(BASE, [{"type": "Sequence", "items": [canvas]}])).canvases) == 1


@pytest.mark.parametrize("many", [True, False])
@pytest.mark.parametrize("others", [0, 1])
def test_service_as_a_dictionary_a_list_or_among_others(many: bool, others: int) -> None:
    login = {"@context": "http://iiif.io/api/auth/1/context.json", "@id": f"{BASE}/login", "profile": "x/login"}
    for make, service in ((image_v3, service_v3(SERVICE)), (image_v2, service_v2(SERVICE))):
        services = [*[login] * others, service]
        image = make(PLAIN, service=services if many or others else service)
        assert requests(image)[0] == f"{SERVICE}/full/max/0/default.jpg"


def test_addresses_of_all_versions_of_the_image_api_in_order_of_preference() -> None:
    plain = f"{SERVICE}/full/full/0/default.jpg"
    assert requests(image_v3(PLAIN, service=[service_v3(SERVICE)])) == (f"{SERVICE}/full/max/0/default.jpg", PLAIN)
    assert requests(image_v2(plain, service=service_v2(f"{SERVICE}/"))) == (f"{SERVICE}/full/max/0/default.jpg", plain)
    by_type = {"@id": SERVICE, "@type": "ImageService2", "profile": "level1"}
    assert requests(image_v3(PLAIN, service=[by_type]))[1] == plain
    first = {"@context": "http://library.stanford.edu/iiif/image-api/1.1/context.json", "@id": SERVICE}
    assert requests(image_v2(PLAIN, service=first))[0] == f"{SERVICE}/full/full/0/native.jpg"
    by_profile = {"@id": SERVICE, "profile": ["http://iiif.io/api/image/2/level0.json", {"maxWidth": 900}]}
    assert requests(image_v2(PLAIN, service=by_profile))[0] == f"{SERVICE}/full/max/0/default.jpg"


def test_image_larger_than_the_limit_is_requested_smaller() -> None:
    large = {"width": 8000, "height": 4000}
    bounded = requests(image_v3(PLAIN, service=[service_v3(SERVICE, **large)]), side=2000)
    assert bounded[:2] == (f"{SERVICE}/full/!2000,2000/0/default.jpg", f"{SERVICE}/full/2000,1000/0/default.jpg")
    bounded = requests(image_v2(PLAIN, service=service_v2(SERVICE), **large), side=2000)
    assert bounded[:2] == (f"{SERVICE}/full/!2000,2000/0/default.jpg", f"{SERVICE}/full/2000,/0/default.jpg")
    by_canvas = image_v3(PLAIN, service=[service_v3(SERVICE)], width=None, height=None)
    assert "!2000,2000" in requests(by_canvas, side=2000, **large)[0]
    assert requests(image_v3(PLAIN, service=[service_v3(SERVICE, **large)]), side=8000)[0].endswith(
        "/max/0/default.jpg"
    )
    fixed = service_v3(
        SERVICE, profile="level0", sizes=[{"width": 1500, "height": 750}, {"width": 8000, "height": 4000}]
    )
    assert requests(image_v3(PLAIN, service=[fixed], **large), side=2000)[0] == f"{SERVICE}/full/1500,750/0/default.jpg"


def test_choice_takes_the_default_or_the_first() -> None:
    first, second = image_v3(PLAIN), image_v3(f"{BASE}/other.jpg")
    assert requests({"type": "Choice", "items": [first, second]}) == (PLAIN,)
    old = {"@type": "oa:Choice", "default": image_v2(PLAIN), "item": [image_v2(f"{BASE}/other.jpg")]}
    assert requests(old) == (PLAIN,)
    unusable = {"type": "Sound", "id": f"{BASE}/a.mp3"}
    assert requests({"type": "Choice", "items": [unusable, second]}) == (f"{BASE}/other.jpg",)


def test_part_of_an_image_is_cut_by_its_service() -> None:
    selector = {"@type": "iiif:ImageApiSelector", "region": "10,20,300,400", "rotation": "90"}
    part = {"@type": "oa:SpecificResource", "full": image_v2(PLAIN, service=service_v2(SERVICE)), "selector": selector}
    assert requests(part)[0] == f"{SERVICE}/10,20,300,400/max/90/default.jpg"
    hostile = {**part, "selector": {"region": "../../admin", "rotation": "90/../x"}}
    assert requests(hostile)[0] == f"{SERVICE}/full/max/0/default.jpg"


def test_area_of_the_canvas_that_an_image_covers() -> None:
    canvas = canvas_v3(BASE, 1, image_v3(PLAIN))
    annotation = canvas["items"][0]["items"][0]
    annotation["target"] = f"{BASE}/canvas/1#xywh=10,20,50,40"
    assert read(manifest_v3(BASE, [canvas])).canvases[0].area == (10, 20, 50, 40)
    annotation["target"] = {"source": f"{BASE}/canvas/1", "selector": {"value": "xywh=pixel:10,20,50,40"}}
    assert read(manifest_v3(BASE, [canvas])).canvases[0].area == (10, 20, 50, 40)
    annotation["target"] = f"{BASE}/canvas/1#xywh=10,20,0,0"
    assert read(manifest_v3(BASE, [canvas])).canvases[0].area is None


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("f. 1r", "f. 1r"),
        (7, "7"),
        ({"@value": "f. 1r", "@language": "en"}, "f. 1r"),
        ([{"@value": "Blatt 1", "@language": "de"}, {"@value": "leaf 1", "@language": "en"}], "Blatt 1"),
        ({"en": ["page 1"], "cy": ["tudalen 1"]}, "page 1"),
        ({"en": ["page 1"], "none": ["1"]}, "1"),
        ({"en": [], "cy": ["tudalen 1"]}, "tudalen 1"),
        (["recto", "verso"], "recto; verso"),
        ("<p>f.&nbsp;1r &amp; 1v</p>", "f. 1r & 1v"),
        ("f.\n1r\0", "f. 1r"),
        ("\ud800x", "?x"),
        (None, ""),
        ({}, ""),
        ([[["deep"]]], ""),
        (True, ""),
    ],
)
def test_labels_in_all_spellings(label: object, expected: str) -> None:
    assert text_of(label, 100) == expected


def test_attribution_falls_back_to_the_provider() -> None:
    document = manifest_v3(BASE, [canvas_v3(BASE, 1, image_v3(PLAIN))], provider=[{"label": {"en": ["A library"]}}])
    del document["requiredStatement"]
    assert read(document).attribution == "A library"


@pytest.mark.parametrize(
    "address",
    [
        "images/1.jpg",
        "/images/1.jpg",
        "//iiif.example.org/1.jpg",
        "file:///etc/passwd",
        "ftp://example.org/1.jpg",
        "data:image/png;base64,AAAA",
        "https://user:secret@example.org/1.jpg",
        "https:///1.jpg",
        "https://example.org:99999/1.jpg",
        "https://exa\nmple.org/1.jpg",
        "http://example.org\\@evil.example/1.jpg",
        "https://[::1/1.jpg",
        "https://" + "a" * 5000,
        "javascript:alert(1)",
        "",
        None,
        {"id": "https://example.org"},
    ],
)
def test_other_addresses_than_absolute_ones_of_http_are_refused(address: Any) -> None:
    assert web_address(address) is None
    good = canvas_v3(BASE, 2, image_v3(PLAIN))
    manifest = read(manifest_v3(BASE, [canvas_v3(BASE, 1, image_v3(address)), good]))
    assert [canvas.number for canvas in manifest.canvases] == [2]
    assert [(entry.place, entry.reason) for entry in manifest.skipped] == [
        ("image 1, f. 1r", "it has no image with an address of http or https")
    ]


def test_addresses_are_made_fit_for_a_request() -> None:
    assert web_address(" HTTPS://Example.org/a b/ä.jpg?x=ü#top ") == "https://example.org/a%20b/%C3%A4.jpg?x=%C3%BC"
    assert web_address("http://bücher.example/1") == "http://xn--bcher-kva.example/1"
    assert web_address("http://[::1]:8080/a%2Fb.tif") == "http://[::1]:8080/a%2Fb.tif"
    assert web_address("https://example.org") == "https://example.org/"


def test_canvas_without_image_is_skipped_with_its_reason() -> None:
    empty = canvas_v3(BASE, 1, image_v3(PLAIN)) | {"items": []}
    several = canvas_v3(BASE, 3, image_v3(PLAIN))
    several["items"][0]["items"] *= 2
    manifest = read(manifest_v3(BASE, [empty, canvas_v3(BASE, 2, image_v3(PLAIN)), several]))
    assert [canvas.number for canvas in manifest.canvases] == [2, 3] and manifest.canvas_count == 3
    assert [entry.reason for entry in manifest.skipped] == [
        "it has no image in the manifest",
        "only the first of its 2 images is used",
    ]


@pytest.mark.parametrize(
    "canvas_id", ["canvas/1", "", "https://x.org/a b", "https://x.org/\ud800", 5, None, "x" * 3000]
)
def test_canvas_without_a_usable_id_is_read_without_it(canvas_id: object) -> None:
    canvas = canvas_v3(BASE, 1, image_v3(PLAIN)) | {"id": canvas_id}
    assert read(manifest_v3(BASE, [canvas])).canvases[0].id == ""


@pytest.mark.parametrize(
    ("document", "problem"),
    [
        (
            {"type": "Collection", "items": [{"type": "Manifest", "id": f"{BASE}/m/1"}, {"type": "Manifest"}]},
            f"collection of 2 manifests.* Fetch one of them, such as {BASE}/m/1",
        ),
        ({"protocol": "http://iiif.io/api/image", "width": 5}, "describes one image"),
        ({"type": "AnnotationPage", "items": []}, "not an IIIF manifest: it is of type 'AnnotationPage'"),
        ({"a": 1}, "not an IIIF manifest"),
        ([1], "not an IIIF manifest"),
        (manifest_v2(BASE, []), "the manifest is empty: it lists no images"),
        (manifest_v3(BASE, []), "the manifest is empty: it lists no images"),
        ({"@type": "sc:Manifest"}, "the manifest is empty: it lists no images"),
        (manifest_v2(BASE, [canvas_v2(BASE, 1, image_v2("1.jpg"))]), "the first reason: it has no image with an addr"),
    ],
)
def test_what_is_no_manifest_is_refused_in_one_sentence(document: object, problem: str) -> None:
    with pytest.raises(InputError, match=problem) as caught:
        read(document)
    assert str(caught.value).startswith("m.json")


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"<html>", b'{"a": NaN}', b'{"a": "\n"', b'{"a": ' + b"9" * 5000]
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="this is not JSON"):
        read_manifest(data, "m.json")


def test_byte_order_mark_and_utf_16_are_read() -> None:
    text = json.dumps(manifest_v3(BASE, [canvas_v3(BASE, 1, image_v3(PLAIN))]))
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le"):
        assert read_manifest(text.encode(encoding), "m.json").label == "Letters of 1755"


def test_documents_that_would_take_much_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="nested more than 60 levels deep"):
        read_manifest(b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "m.json")
    with pytest.raises(InputError, match="more than 4,000,000 values"):
        read_manifest(b'{"a":[' + b"[]," * 4_000_000 + b"[]]}", "m.json")
    monkeypatch.setattr(iiif_json, "MAX_BYTES", 1000)
    with pytest.raises(InputError, match="larger than"):
        read_manifest(b'{"a":"' + b"x" * 1000 + b'"}', "m.json")


def test_brackets_inside_texts_do_not_count() -> None:
    label = "[" * 500 + '"\\'
    document = manifest_v3(BASE, [canvas_v3(BASE, 1, image_v3(PLAIN))], label={"none": [label]})
    assert read(document).label.startswith("[[[")


def test_too_many_images_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.formats.iiif.MAX_CANVASES", 3)
    with pytest.raises(InputError, match="more than 3 images"):
        read(manifest_v3(BASE, [canvas_v3(BASE, n, image_v3(PLAIN)) for n in range(4)]))


NAMES = """
    id @id type @type label items sequences canvases images body resource service selector target on width height
    profile @context sizes default item full source region motivation requiredStatement value rights provider
"""
KEYS = st.sampled_from(sorted(NAMES.split()))
ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=8),
    st.sampled_from(["Manifest", "sc:Manifest", "Canvas", "Annotation", "Image", "Choice", "SpecificResource"]),
    st.sampled_from(
        [PLAIN, SERVICE, "ImageService3", "level2", "http://iiif.io/api/image/2/context.json", "file:///x"]
    ),
)
VALUES = st.recursive(
    ATOMS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5), max_leaves=30
)


@settings(max_examples=300, deadline=None)
@given(document=VALUES)
def test_any_json_is_read_or_refused(document: object) -> None:
    try:
        manifest = read(document)
    except InputError:
        return
    _check(manifest)


@settings(max_examples=300, deadline=None)
@given(path=st.lists(st.integers(0, 6), min_size=1, max_size=9), value=VALUES, is_v3=st.booleans())
def test_a_manifest_with_any_value_in_any_place_is_read_or_refused(path: list[int], value: object, is_v3: bool) -> None:
    document = (
        manifest_v3(BASE, [canvas_v3(BASE, 1, image_v3(PLAIN, service=[service_v3(SERVICE, sizes=[{"width": 1}])]))])
        if is_v3
        else manifest_v2(BASE, [canvas_v2(BASE, 1, image_v2(PLAIN, service=service_v2(SERVICE)))])
    )
    place: Any = document
    for step in path:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            break
        key = keys[step % len(keys)]
        if not isinstance(place[key], (dict, list)) or step == path[-1]:
            place[key] = value
            break
        place = place[key]
    try:
        manifest = read(document)
    except InputError:
        return
    _check(manifest)


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_manifest(data, "m.json")


def _check(manifest: Manifest) -> None:
    """Whatever is read can be requested and stored."""
    for canvas in manifest.canvases:
        addresses = canvas.requests(500)
        assert addresses and all(web_address(address) == address for address in addresses)
        f"{canvas.id}{canvas.label}{manifest.label}{manifest.rights}{manifest.attribution}".encode()
