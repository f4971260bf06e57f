from tests.tui.test_hints import *
from tests.tui.test_lessons import learning, give, taught
from herrlof.bots import new_bot
from random import Random
import time
monkey=None
def out(*a): open("/tmp/c/out.txt","a").write(" ".join(map(str,a))+"\n")
@pytest.mark.parametrize("game,mine",[("herrlof","smali"),("herfor","skosvein")])
async def test_x(game,mine,monkeypatch):
    from tests.coach.test_review import Here as RHere
    monkeypatch.setattr("herrlof.coach.review.Worker", RHere)
    g=GAMES[game]; me=new_bot(g,mine,Random(1))
    n=len(__import__("herrlof.coach.lessons",fromlist=["x"]).lessons_of(game))
    async with learning(game, size=(80,24)) as s:
        s.app.change(s.app.settings._replace(name="Anna"))
        out(s.text())
        s.app.owner.offer_game(game); await s.calm()
        out(s.text())
        await s.press("enter"); await s.until(lambda: type(s.app.screen).__name__=="TableScreen")
        shown=0; t=time.time(); seen_pages=set()
        while time.time()-t<100:
            name=type(s.app.screen).__name__
            if name=="TableScreen":
                scr=s.app.screen; m=scr.moment
                if m is not None and m.kind.name=="ASK":
                    if shown<3 or shown%25==0: out("--- question",shown); out(s.text())
                    shown+=1
                    v=scr.table.view(scr.keyboard.viewer)
                    s.board.selection.choose(me.choose(v.observation,v.legal)); s.later(1); await s.press("enter")
                    if m is scr.moment: s.later(1); await s.press("enter")
                else:
                    s.later(1); await s.press("space")
            else:
                if name not in seen_pages or name=="OwnMatchScreen":
                    out("--- page",name); s.later(2); await s.press("left") if 0 else None; await s.calm(); out(s.text()); seen_pages.add(name)
                    if name=="RoundScreen":
                        s.later(2); await s.press("x"); s.later(2)
                        await s.press("c"); 
                        await s.until(lambda: "The coach is judging" not in s.words()); out(s.text()); await s.press("escape"); await s.calm()
                if name=="OwnMatchScreen":
                    for k in ("right","right"):
                        s.later(2); await s.press(k); out(s.text())
                    return
                s.later(2); await s.press("enter"); await s.calm()
